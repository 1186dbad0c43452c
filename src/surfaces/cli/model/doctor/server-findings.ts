import { textOf } from '../../../../core/index.ts'
import type { FoundServer, MergedConfig } from '../../../../runtime/index.ts'
import { fine, warn } from './finding.ts'
import type { DoctorFinding } from '../../../http/shapes/setup.ts'

const NAMES: Readonly<Record<FoundServer['kind'], string>> = {
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  llamacpp: 'llama-server',
}
const FETCH: Readonly<Record<FoundServer['kind'], string>> = {
  ollama: 'ollama pull qwen3:4b',
  lmstudio: 'lms get qwen/qwen3-4b',
  llamacpp: 'llama-server -hf ggml-org/Qwen3-4B-GGUF',
}
const MAX_SHOWN = 6
const KINDS = ['ollama', 'lmstudio', 'llamacpp'] as const
const USUAL_OLLAMA = 'http://127.0.0.1:11434'

/** The model servers on this machine. */
export function serverFindings(
  servers: readonly FoundServer[],
  { values }: Pick<MergedConfig, 'values'>,
): readonly DoctorFinding[] {
  if (servers.length > 0) return servers.map(serverFinding)
  // only its address may be empty
  const looked = KINDS.map(kind => textOf(values[`providers.${kind}_url`]) || USUAL_OLLAMA)
  const says =
    `No model server answers at ${looked.join(', ')}. ` +
    'Install one from https://ollama.com/download and fetch a model. ' +
    'The built-in demo model works without: countersign ask "Hello" --model demo'
  return [warn({ group: 'servers', name: 'servers', says }, FETCH.ollama)]
}

function serverFinding({ kind, address, models }: FoundServer): DoctorFinding {
  const about = { group: 'servers', name: kind } as const
  if (models.length === 0)
    return warn({ ...about, says: `${NAMES[kind]} answers at ${address} but has no models.` }, FETCH[kind])
  const shown = models
    .slice(0, MAX_SHOWN)
    .map(({ name, sizeBytes }) => `${name}${sizeBytes === undefined ? '' : ` (${gigabytes(sizeBytes)})`}`)
  const more = models.length > MAX_SHOWN ? `, and ${models.length - MAX_SHOWN} more` : ''
  return fine({ ...about, says: `${NAMES[kind]} answers at ${address}: ${shown.join(', ')}${more}` })
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`
