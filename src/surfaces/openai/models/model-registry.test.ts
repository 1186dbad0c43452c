import { describe, expect, test } from 'vitest'
import { scripted } from '../../../providers/index.ts'
import { openChosen } from '../../../runtime/index.ts'
import { configWith } from '../../../../test/open-test-runtime.ts'
import { createModelRegistry, type ModelRegistry, type ModelRegistryOptions } from './model-registry.ts'

const config = configWith({ 'providers.ollama_url': 'http://127.0.0.1:9' })
const main = scripted(['Hello.'], { id: 'http://127.0.0.1:9/v1#lamp' })

const registry = (parts: Partial<ModelRegistryOptions> = {}): ModelRegistry =>
  createModelRegistry({
    main: async () => main,
    open: spec => openChosen(spec, { config, environment: {} }),
    servers: async () => [{ kind: 'ollama', address: 'http://127.0.0.1:9', models: [{ name: 'qwen3:4b' }] }],
    ...parts,
  })

const opens = async (name: string, parts?: Partial<ModelRegistryOptions>): Promise<string> => {
  const model = await registry(parts).open(name)
  return model.ok ? model.value.id : model.error.code
}

describe('who is meant by a name', () => {
  test.each(['default', 'countersign', 'http://127.0.0.1:9/v1#lamp', 'lamp'])('%s is the main model', async name => {
    expect(await opens(name)).toBe(main.id)
  })

  test('the demo model has its own', async () => {
    expect(await opens('demo')).toBe('demo')
  })

  test.each(['qwen3:4b', 'ollama:qwen3:4b'])('%s is looked for on the server that was found', async name => {
    expect(await opens(name)).toBe('model_unreachable') // nothing listens there in a test
  })

  test.each(['http://127.0.0.1:9/v1#other', 'gpt-x', 'qwen3:30b'])(
    '%s is for the server of the main model to know',
    async name => {
      expect(await opens(name)).toBe('model_unreachable')
    },
  )

  test.each([
    'http://127.0.0.1:10/v1#lamp',
    'http://127.0.0.1:9/v2#lamp',
    'https://example.com/v1#x',
    'scripted:/etc/passwd',
    'openai:gpt',
    '',
  ])('a client cannot name %s', async name => {
    expect(await opens(name)).toBe('model_unknown')
  })

  test.each(['nobody', '__proto__', 'http://127.0.0.1:9/v1#lamp'])(
    'where the main model has no address, %s is unknown',
    async name => {
      expect(await opens(name, { main: async () => scripted([]) })).toBe('model_unknown')
    },
  )

  test('a model that the operator listed can be named by its address', async () => {
    const spec = 'http://127.0.0.1:9/v1#other'
    expect(await opens(spec, { specs: [spec] })).toBe('model_unreachable')
    expect(await opens('other', { specs: [spec] })).toBe('model_unreachable')
  })

  test('all that can be named are listed, each once', async () => {
    const listed = await registry({ specs: ['demo'] }).list()
    expect(listed.map(({ id }) => id)).toEqual([main.id, 'demo', 'ollama:qwen3:4b'])
  })
})
