import type { Model } from '../../../core/index.ts'

/** The command that gives a model a larger context window; null if there is none. */
export function contextFix({ id, provider }: Pick<Model, 'id' | 'provider'>, tokens: number): string | null {
  const name = id.slice(id.indexOf(':') + 1)
  switch (provider) {
    case 'ollama':
      return `countersign config set providers.num_ctx ${tokens}`
    case 'lmstudio':
      return `lms load ${quoted(name)} --context-length ${tokens}`
    case 'llamacpp':
      return `llama-server -m ${quoted(name === '' ? 'MODEL.gguf' : name)} --ctx-size ${tokens}`
    case 'vllm':
      return `vllm serve ${quoted(name)} --max-model-len ${tokens}`
    default:
      return null
  }
}

/** Quotes a word for a shell; the names come from servers. */
export const quoted = (word: string): string =>
  /^[\w./:@#-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
