import { type Model, type Result, standardValues, systemClock } from '../../src/core/index.ts'
import { type OpenModelOptions, type ProviderValues, openModel, providersSection } from '../../src/providers/index.ts'

export type OpenOn = Partial<OpenModelOptions> & {
  /** Settings that differ from the standard ones; seconds may be fractions here. */
  readonly changes?: Partial<ProviderValues>
  readonly key?: string
}

const QUICK: Partial<ProviderValues> = { retry_base_ms: 5, retry_max_ms: 20 }

/** Opens a model on a test server, whichever kind of server it plays. */
export function openOn(
  spec: string,
  url: string,
  { changes = {}, key = 'sk-test-key', ...more }: OpenOn = {},
): Promise<Result<Model>> {
  const places = { ollama_url: url, lmstudio_url: url, llamacpp_url: url, vllm_url: url, openai_url: url }
  return openModel(spec, {
    clock: systemClock,
    environment: { OPENAI_API_KEY: key },
    settings: { ...standardValues(providersSection), ...places, ...QUICK, ...changes },
    readScript: () => Promise.reject(new Error('no script here')),
    signal: new AbortController().signal,
    ...more,
  })
}

/** The same for tests that need the model itself. */
export async function mustOpenOn(spec: string, url: string, options: OpenOn = {}): Promise<Model> {
  const opened = await openOn(spec, url, options)
  if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`)
  return opened.value
}
