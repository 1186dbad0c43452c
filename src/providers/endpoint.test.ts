import { describe, expect, test } from 'vitest'
import { standardValues } from '../core/index.ts'
import { hideKey, resolveEndpoint } from './endpoint.ts'
import { type ServerSpec, parseModelSpec } from './model-spec.ts'
import { ollamaAddress } from './server-address.ts'
import { type ProviderValues, providersSection } from './settings.ts'

const STANDARD = standardValues(providersSection)

function resolve(
  words: string,
  environment: { readonly [name: string]: string } = {},
  changes: Partial<ProviderValues> = {},
) {
  const spec = parseModelSpec(words)
  if (!spec.ok) throw new Error(spec.error.message)
  return resolveEndpoint(spec.value as ServerSpec, { ...STANDARD, ...changes }, environment)
}

describe('where a model is', () => {
  test.each([
    ['', 'http://127.0.0.1:11434'],
    ['box', 'http://box:11434'],
    ['box:9000', 'http://box:9000'],
    [':9000', 'http://127.0.0.1:9000'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['0.0.0.0:9000', 'http://127.0.0.1:9000'],
    ['[::]:9000', 'http://[::1]:9000'],
    ['::1', 'http://[::1]:11434'],
    ['http://box', 'http://box'],
    ['https://box/ollama/', 'https://box/ollama'],
    ['"box:1234"', 'http://box:1234'],
    ['box:80', 'http://box'],
    ['not a host', 'http://127.0.0.1:11434'],
  ])('OLLAMA_HOST=%s means %s', (host, address) => {
    expect(ollamaAddress({ OLLAMA_HOST: host })).toBe(address)
  })

  test('a setting goes before the variable, and the variable before the usual place', () => {
    expect(resolve('ollama:x', { OLLAMA_HOST: 'box' }, { ollama_url: 'http://other:1/' })).toMatchObject({
      value: { base: 'http://other:1' },
    })
    expect(resolve('ollama:x', { OLLAMA_HOST: 'box' })).toMatchObject({ value: { base: 'http://box:11434' } })
    expect(resolve('ollama:x')).toMatchObject({ value: { base: 'http://127.0.0.1:11434' } })
  })

  test.each([
    ['lmstudio:x', 'http://127.0.0.1:1234', 'LM_API_TOKEN'],
    ['llamacpp:', 'http://127.0.0.1:8080', 'LLAMA_API_KEY'],
    ['vllm:x', 'http://127.0.0.1:8000', 'VLLM_API_KEY'],
    ['openai:x', 'https://api.openai.com', 'OPENAI_API_KEY'],
  ])('%s is at %s with the key in %s', (words, base, variable) => {
    expect(resolve(words, { [variable]: ' secret\n' })).toMatchObject({
      value: { base, key: 'secret', keyVariable: variable },
    })
    expect(resolve(words)).toMatchObject({ value: { base, key: undefined } })
  })

  test.each(['file:///etc/passwd', 'http://me:pw@host', 'http://host?x=1', 'nonsense'])(
    'the address %s is refused',
    address => {
      const refused = resolve('lmstudio:x', {}, { lmstudio_url: address })
      expect(refused).toMatchObject({ ok: false, error: { code: 'model_spec_invalid' } })
      expect(JSON.stringify(refused)).not.toContain('pw')
    },
  )
})

describe('keys', () => {
  test('a server named by URL gets the key of its own address and no other', () => {
    const url_key_variables = { 'https://good.example': 'GOOD_KEY' }
    const environment = { GOOD_KEY: 'secret', OPENAI_API_KEY: 'other' }
    const keyFor = (words: string) => resolve(words, environment, { url_key_variables })
    expect(keyFor('https://good.example/v1#x')).toMatchObject({ value: { key: 'secret' } })
    for (const words of [
      'https://good.example.evil/v1#x',
      'http://good.example/v1#x',
      'https://good.example:444/v1#x',
      'https://evil/v1#x',
    ])
      expect(keyFor(words)).toMatchObject({ value: { key: undefined } })
  })

  test('what cannot be a key is refused without being shown', () => {
    const refused = resolve('openai:x', { OPENAI_API_KEY: 'top\nsecret' })
    expect(refused).toMatchObject({ ok: false, error: { code: 'model_unauthorized' } })
    expect(JSON.stringify(refused)).not.toMatch(/top|secret/)
  })

  test('a key that a server repeats is taken out, however often', () => {
    const endpoint = resolve('openai:x', { OPENAI_API_KEY: 'sk-1$&' })
    if (!endpoint.ok) throw new Error(endpoint.error.message)
    expect(hideKey('bad sk-1$& and sk-1$&!', endpoint.value)).toBe('bad … and …!')
  })
})

describe('what a workspace may say', () => {
  test('it never says where prompts and keys go', () => {
    const open = Object.entries(providersSection.settings).filter(([key]) => /_url$|key_variable/.test(key))
    expect(open.filter(([, { workspaceMay }]) => workspaceMay !== 'never').map(([key]) => key)).toEqual([])
    expect(open).toHaveLength(11)
  })
})
