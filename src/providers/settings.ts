import { type Section, type Setting, type ValuesOf, section, shaped, text, toggle, whole } from '../core/index.ts'

type ProviderSettings = {
  readonly model: Setting<string>
  readonly num_ctx: Setting<number>
  readonly ollama_url: Setting<string>
  readonly lmstudio_url: Setting<string>
  readonly llamacpp_url: Setting<string>
  readonly vllm_url: Setting<string>
  readonly openai_url: Setting<string>
  readonly ollama_key_variable: Setting<string>
  readonly lmstudio_key_variable: Setting<string>
  readonly llamacpp_key_variable: Setting<string>
  readonly vllm_key_variable: Setting<string>
  readonly openai_key_variable: Setting<string>
  readonly url_key_variables: Setting<{ readonly [address: string]: string }>
  readonly proxy_private_servers: Setting<boolean>
  readonly whole_replies: Setting<boolean>
  readonly connect_secs: Setting<number>
  readonly first_chunk_secs: Setting<number>
  readonly idle_secs: Setting<number>
  readonly whole_secs: Setting<number>
  readonly max_reply_bytes: Setting<number>
  readonly max_attempts: Setting<number>
  readonly retry_base_ms: Setting<number>
  readonly retry_max_ms: Setting<number>
  readonly retry_budget_secs: Setting<number>
  readonly probe_schema: Setting<boolean>
  readonly probe_hours: Setting<number>
}
export type ProviderValues = ValuesOf<Section<ProviderSettings>>

/** Only the person decides where prompts and keys go: a workspace could otherwise send both to itself. */
const own = { workspaceMay: 'never' } as const
const lower = { workspaceMay: 'lower' } as const
/** Proxies and routers drop a connection that is silent for five minutes, so no longer wait can be set. */
const LONGEST_SILENCE_SECS = 290

export const providersSection: Section<ProviderSettings> = section(
  'providers',
  'Which model answers, and how its server is talked to.',
  {
    model: text(
      '',
      'The model if none is named, such as ollama:qwen3:4b; empty: the first server found, else the demo model.',
    ),
    num_ctx: whole(
      8_192,
      'How many tokens Ollama is told to read at once, at most what the model can; more costs memory.',
      {
        min: 512,
        max: 4_194_304,
      },
    ),
    ollama_url: text('', 'Where Ollama listens; empty: OLLAMA_HOST, else http://127.0.0.1:11434.', own),
    lmstudio_url: text('http://127.0.0.1:1234', 'Where LM Studio listens.', own),
    llamacpp_url: text('http://127.0.0.1:8080', 'Where llama-server listens.', own),
    vllm_url: text('http://127.0.0.1:8000', 'Where vLLM listens.', own),
    openai_url: text('https://api.openai.com', 'Where OpenAI is.', own),
    ollama_key_variable: text(
      'OLLAMA_API_KEY',
      'The environment variable with the key for Ollama, if it asks for one.',
      own,
    ),
    lmstudio_key_variable: text('LM_API_TOKEN', 'The same for LM Studio.', own),
    llamacpp_key_variable: text('LLAMA_API_KEY', 'The same for llama-server.', own),
    vllm_key_variable: text('VLLM_API_KEY', 'The same for vLLM.', own),
    openai_key_variable: text('OPENAI_API_KEY', 'The same for OpenAI.', own),
    url_key_variables: shaped(
      { schema: { type: 'object', additionalProperties: { type: 'string' } }, standard: {} },
      'For servers named by URL: address (https://host:port) and environment variable with its key. Others get none.',
      own,
    ),
    proxy_private_servers: toggle(
      false,
      'Use HTTP_PROXY and HTTPS_PROXY for servers on this machine and in private networks, too.',
      own,
    ),
    whole_replies: toggle(
      false,
      'Ask for whole replies, where a server or proxy garbles streams; each must be there within first_chunk_secs.',
    ),
    connect_secs: whole(5, 'One question about what a server can do may take so long.', { min: 1, max: 60, ...lower }),
    first_chunk_secs: whole(240, 'The first piece of a reply must come within so many seconds.', {
      min: 1,
      max: LONGEST_SILENCE_SECS,
      ...lower,
    }),
    idle_secs: whole(60, 'Every further piece must come within so many seconds.', {
      min: 1,
      max: LONGEST_SILENCE_SECS,
      ...lower,
    }),
    whole_secs: whole(900, 'A whole reply may take so long.', { min: 1, max: 86_400, ...lower }),
    max_reply_bytes: whole(16_777_216, 'A longer reply is not read.', { min: 65_536, max: 268_435_456, ...lower }),
    max_attempts: whole(3, 'Attempts in all, as long as nothing of a reply has arrived.', {
      min: 1,
      max: 10,
      ...lower,
    }),
    retry_base_ms: whole(500, 'The first wait is a random time up to this; every further one up to twice as long.', {
      min: 0,
      max: 60_000,
    }),
    retry_max_ms: whole(5_000, 'No wait is longer.', { min: 0, max: 600_000, ...lower }),
    retry_budget_secs: whole(
      30,
      'All attempts and waits for one reply together; a server that loads its model is waited for as long.',
      {
        min: 0,
        max: 3_600,
        ...lower,
      },
    ),
    probe_schema: toggle(true, 'Ask a new model once for a few words, to see whether it keeps to a schema.'),
    probe_hours: whole(24, 'What a model can do is asked again after so many hours.', { min: 0, max: 8_760 }),
  },
)
