import type { Fault, Model } from '../../../core/index.ts'
import {
  type ModelsToOpen,
  type OpenProbeCache,
  type RuntimeModels,
  findModelServers,
  firstModelOf,
  openChosen,
  openModels,
  openProbeCache,
} from '../../../runtime/index.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import { EXIT, Failure, configFailure } from '../failure.ts'
import { asFailure } from '../open-runtime.ts'
import { columnsOf, wrapLines } from './fit-line.ts'
import { type Terminal, visibleInLine } from '../terminal.ts'

type ModelChoice = { readonly spec: string; readonly from: 'flag' | 'setting' | 'server' | 'nothing' }

type ModelSelection = {
  /** What `--model` says. */
  readonly flag: string | undefined
  readonly terminal: Terminal
  readonly signal: AbortSignal
}

/**
 * Chooses the model: the flag, else the setting, else the first model of the first server found, else the demo model.
 */
async function chooseModel(config: LoadedConfig, { flag, signal }: ModelSelection): Promise<ModelChoice> {
  if (flag !== undefined) return { spec: flag, from: 'flag' }
  const setting = config.values['providers.model']
  if (typeof setting === 'string' && setting !== '') return { spec: setting, from: 'setting' }
  const found = firstModelOf(await findModelServers({ config, environment: process.env, signal }))
  return found === undefined ? { spec: 'demo', from: 'nothing' } : { spec: found, from: 'server' }
}

/** Opens all configured models and prints which one answers. */
export async function openAll(config: LoadedConfig, selection: ModelSelection): Promise<RuntimeModels> {
  const choice = await chooseModel(config, selection)
  const models = await withCache(config, async cache => {
    const opened = await openModels({ ...toOpen(config, selection.signal, cache), main: choice.spec })
    if (opened.ok) return opened.value
    throw modelFailure(opened.error, choice)
  })
  const text = whoAnswers(choice)
  const lines = process.stderr.isTTY ? wrapLines(text, columnsOf(process.stderr) - 1) : [text]
  for (const line of lines) selection.terminal.err(selection.terminal.paint('dim', line))
  return models
}

/** Opens a single model. */
export function openAnother(spec: string, config: LoadedConfig, signal: AbortSignal): Promise<Model> {
  return withCache(config, async cache => {
    const opened = await openChosen(spec, toOpen(config, signal, cache))
    if (opened.ok) return opened.value
    throw asFailure(opened.error)
  })
}

const toOpen = (config: LoadedConfig, signal: AbortSignal, cache: OpenProbeCache): ModelsToOpen => ({
  config,
  environment: process.env,
  signal,
  cache,
})

async function withCache<T>({ state }: LoadedConfig, work: (cache: OpenProbeCache) => Promise<T>): Promise<T> {
  const cache = openProbeCache(state)
  try {
    return await work(cache)
  } finally {
    await cache.close()
  }
}

/** An unreadable model name is wrong usage if a flag gave it, else an invalid setting. */
function modelFailure(error: Fault, { from }: ModelChoice): Failure {
  if (error.code !== 'model_spec_invalid') return asFailure(error)
  return from === 'flag' ? new Failure(error, EXIT.usage) : configFailure(`providers.model: ${error.message}`)
}

function whoAnswers({ spec, from }: ModelChoice): string {
  const model = modelLabel(spec)
  if (from === 'server')
    return `Using ${model}, the first model found here. Choose another with --model or [providers] model.`
  if (from === 'nothing')
    return `Using ${model}: no model server found. Choose one with --model, such as ollama:qwen3:4b.`
  return `Using ${model}.`
}

/** The name that people see; the demo model is marked as scripted. */
export const modelLabel = (spec: string): string =>
  spec.trim() === 'demo' ? 'Demo model (scripted, offline)' : visibleInLine(spec.trim())
