import { type Fault, type Model, systemClock } from '../../../../core/index.ts'
import {
  type SchemaProbe,
  type SpeedProbe,
  contextNeed,
  checkSchemaUse,
  probeSpeed,
  windowFor,
} from '../../../../flows/index.ts'
import {
  type FoundServer,
  type MergedConfig,
  firstModelOf,
  openChosen,
  workspaceCatalog,
} from '../../../../runtime/index.ts'
import { modelLabel } from '../../turn/choose-model.ts'
import { contextFix, quoted } from '../context-fix.ts'
import { broken, fine, warn } from './finding.ts'
import type { DoctorFinding } from '../../../http/shapes/setup.ts'

type ModelQuestion = {
  readonly config: MergedConfig
  readonly servers: readonly FoundServer[]
  /** The model to check; undefined: the one that would answer here. */
  readonly wanted: string | undefined
  readonly environment: NodeJS.ProcessEnv
  readonly signal: AbortSignal
}

/** Checks a model: does it answer, how large is its context window, does it follow a schema, how fast is it. */
export async function modelFindings(question: ModelQuestion): Promise<readonly DoctorFinding[]> {
  const { config, servers, wanted, environment, signal } = question
  const named = config.values['providers.model']
  const spec = wanted ?? (typeof named === 'string' && named !== '' ? named : (firstModelOf(servers) ?? 'demo'))
  const opened = await openChosen(spec, { config, environment, signal })
  if (!opened.ok)
    return [broken({ ...ABOUT, name: 'model', says: `${spec}: ${opened.error.message}` }, modelFix(spec, opened.error))]
  const model = opened.value
  const basics = [
    fine({ ...ABOUT, name: 'model', says: `${modelLabel(spec)} answers.` }),
    contextFinding(model, config),
  ]
  // These two have no server to probe.
  if (model.provider === 'demo' || model.provider === 'scripted') return basics
  const schema = schemaFinding(model, await checkSchemaUse(model, signal))
  const speed = speedFinding(spec, await probeSpeed(model, signal, systemClock))
  return [...basics, toolsFinding(model), schema, speed]
}

const ABOUT = { group: 'model' } as const
const WRONG_SETTING = 'countersign config set providers.model demo'

/** The command that starts the server or fetches the model. */
function modelFix(spec: string, { code }: Pick<Fault, 'code'>): string {
  const colon = spec.indexOf(':')
  const [kind, name] = [spec.slice(0, colon), spec.slice(colon + 1)]
  if (code === 'model_spec_invalid') return WRONG_SETTING
  switch (kind) {
    case 'ollama':
      return code === 'model_unknown' ? `ollama pull ${quoted(name)}` : 'ollama serve'
    case 'lmstudio':
      return code === 'model_unknown' ? `lms get ${quoted(name)}` : 'lms server start'
    case 'llamacpp':
      return 'llama-server -m MODEL.gguf --port 8080'
    case 'vllm':
      return `vllm serve ${quoted(name)}`
    default:
      return WRONG_SETTING
  }
}

function contextFinding(model: Model, config: MergedConfig): DoctorFinding {
  const bytes = Number(config.values['turn.max_tool_bytes_per_turn'])
  const tools = workspaceCatalog([]).list()
  const { total, rules, tools: shown, results, message, reply } = contextNeed(model, tools, bytes)
  const shares = `rules ${rules}, tools ${shown}, results ${results}, message and reply ${message + reply}`
  const need = `a full turn needs about ${total} tokens (${shares})`
  const { contextTokens: window } = model
  if (window === undefined)
    return fine({ ...ABOUT, name: 'context', says: `The server does not report its context window; ${need}.` })
  if (total <= window)
    return fine({ ...ABOUT, name: 'context', says: `The context window holds ${window} tokens; ${need}.` })
  return warn(
    {
      ...ABOUT,
      name: 'context',
      says: `The context window holds ${window} tokens, but ${need}. The rules at the front would be cut off.`,
    },
    widen(model, total, config),
  )
}

/** The command that widens the context window, or, at the model's limit, one that shortens the prompt. */
function widen(model: Model, total: number, config: MergedConfig): string {
  const isAtItsEnd =
    model.contextTokens !== undefined && model.contextTokens < Number(config.values['providers.num_ctx'])
  const larger = isAtItsEnd && model.provider === 'ollama' ? null : contextFix(model, windowFor(total))
  return larger ?? 'countersign config set turn.max_tool_bytes_per_turn 8000'
}

const toolsFinding = ({ can }: Model): DoctorFinding =>
  fine({
    ...ABOUT,
    name: 'tools',
    says: can.nativeTools
      ? 'The server supports native tool calls (profile native).'
      : 'The server has no native tool calls, so calls are written as text (profile lenient).',
  })

function schemaFinding(model: Model, probe: SchemaProbe): DoctorFinding {
  const about = { ...ABOUT, name: 'schema' }
  const measure = `countersign check ${quoted(model.id)}`
  if ('fault' in probe)
    return broken({ ...about, says: `It did not answer: ${probe.fault.message}` }, modelFix(model.id, probe.fault))
  switch (probe.schema) {
    case 'kept':
      return fine({ ...about, says: 'Replies follow a schema, including constants.' })
    case 'ignored':
      return warn(
        {
          ...about,
          says: 'The server accepts a schema but does not enforce it, so strict calls depend on the prompt alone.',
        },
        measure,
      )
    case 'not offered':
      return warn(
        { ...about, says: 'The server cannot enforce a schema, so strict calls depend on the prompt alone.' },
        measure,
      )
  }
}

function speedFinding(spec: string, probe: SpeedProbe): DoctorFinding {
  const about = { ...ABOUT, name: 'speed' }
  if ('fault' in probe)
    return broken({ ...about, says: `It did not answer: ${probe.fault.message}` }, modelFix(spec, probe.fault))
  const rate = probe.tokensPerSecond === null ? 'Too fast to measure' : `${probe.tokensPerSecond} tokens a second`
  return fine({ ...about, says: `${rate}, the first after ${probe.firstMs} ms.` })
}
