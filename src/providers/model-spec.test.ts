import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MODEL_FORMS, parseModelSpec } from './index.ts'

const read = (spec: string) => {
  const parsed = parseModelSpec(spec)
  return parsed.ok ? parsed.value : parsed.error.message
}

describe('what names a model', () => {
  test.each([
    ['ollama:qwen3:4b', { kind: 'ollama', name: 'qwen3:4b', id: 'ollama:qwen3:4b' }],
    [
      'ollama:hf.co/org/Model-GGUF:Q4_K_M',
      { kind: 'ollama', name: 'hf.co/org/Model-GGUF:Q4_K_M', id: 'ollama:hf.co/org/Model-GGUF:Q4_K_M' },
    ],
    ['lmstudio:qwen/qwen3-4b', { kind: 'lmstudio', name: 'qwen/qwen3-4b', id: 'lmstudio:qwen/qwen3-4b' }],
    ['llamacpp:', { kind: 'llamacpp', name: '', id: 'llamacpp:' }],
    ['llamacpp:tiny', { kind: 'llamacpp', name: 'tiny', id: 'llamacpp:tiny' }],
    ['vllm:Qwen/Qwen3-4B', { kind: 'vllm', name: 'Qwen/Qwen3-4B', id: 'vllm:Qwen/Qwen3-4B' }],
    ['openai:gpt-5-mini', { kind: 'openai', name: 'gpt-5-mini', id: 'openai:gpt-5-mini' }],
    [
      'http://box:9000/v1#tiny',
      { kind: 'url', base: 'http://box:9000/v1', name: 'tiny', id: 'http://box:9000/v1#tiny' },
    ],
    [
      'https://host/api/v1/#a/b:c',
      { kind: 'url', base: 'https://host/api/v1', name: 'a/b:c', id: 'https://host/api/v1#a/b:c' },
    ],
    ['demo', { kind: 'demo', id: 'demo' }],
    ['  demo ', { kind: 'demo', id: 'demo' }],
    ['scripted:my replies.jsonl', { kind: 'scripted', file: 'my replies.jsonl', id: 'scripted:my replies.jsonl' }],
    ['scripted:C:\\replies.jsonl', { kind: 'scripted', file: 'C:\\replies.jsonl', id: 'scripted:C:\\replies.jsonl' }],
  ])('%s', (spec, expected) => {
    expect(read(spec)).toEqual(expected)
  })

  test.each([
    ['olama:qwen3:4b', 'Did you mean ollama:qwen3:4b?'],
    ['LMStudio:x', 'Did you mean lmstudio:x?'],
    ['lm-studio:x', 'Did you mean lmstudio:x?'],
    ['llama.cpp:', 'Did you mean llamacpp:NAME?'],
    ['openai', 'Did you mean openai:NAME?'],
    ['ollama:', 'Did you mean ollama:NAME?'],
    ['scripted', 'Did you mean scripted:FILE?'],
    ['Demo', 'Did you mean demo?'],
    ['qwen3:4b', 'as in ollama:qwen3:4b.'],
    ['mistral', 'as in ollama:mistral.'],
    ['http://box:9000/v1', 'Add # and the name of the model, as in http://box:9000/v1#NAME.'],
    ['', 'No model is named.'],
    ['ollama:a\u0000b', 'names no model.'],
  ])('%j is refused and told what was meant', (spec, hint) => {
    const words = read(spec)
    expect(words).toContain(hint)
    for (const form of MODEL_FORMS) expect(words).toContain(form)
  })

  test.each(['https://me:hunter2@host/v1#x', 'https://host/v1?api_key=hunter2#x'])(
    'a secret in a URL is refused and not repeated',
    spec => {
      expect(parseModelSpec(spec)).toMatchObject({ ok: false, error: { code: 'model_spec_invalid' } })
      expect(read(spec)).not.toContain('hunter2')
    },
  )

  test('any words give a model or the one fault, and what was read is read the same way again', () => {
    const kinds = fc.constantFrom(
      'ollama:',
      'lmstudio:',
      'llamacpp:',
      'http://h:1/v1#',
      'https://',
      'scripted:',
      'demo',
      '',
    )
    fc.assert(
      fc.property(kinds, fc.string({ unit: 'binary', maxLength: 30 }), (kind, rest) => {
        const parsed = parseModelSpec(kind + rest)
        if (parsed.ok) expect(parseModelSpec(parsed.value.id)).toEqual(parsed)
        else expect(parsed.error.code).toBe('model_spec_invalid')
      }),
    )
  })
})
