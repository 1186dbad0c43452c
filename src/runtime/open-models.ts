import { readFile } from 'node:fs/promises'
import { type Model, type Result, fail, messageOf, succeed, systemClock } from '../core/index.ts'
import { adversarialPolicySection, guardSection } from '../gates/index.ts'
import { routerSection } from '../policy/index.ts'
import {
  type ProbeCache,
  type ProviderValues,
  openAiSdkModel,
  openModel,
  providersSection,
} from '../providers/index.ts'
import { retrySection } from '../executors/index.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'
import type { RuntimeModels } from './runtime.ts'
import { contextSection } from './settings.ts'

/** What people write, a model of ours, or a language model of the AI SDK. */
export type ChosenModel = string | Model | object

export type ModelsToOpen = {
  readonly config: MergedConfig
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Who answers; left out, what the configuration says. */
  readonly main?: ChosenModel | undefined
  /** Models that the caller brings; the configuration names the others. */
  readonly given?: RuntimeModels
  readonly cache?: ProbeCache | undefined
  readonly signal?: AbortSignal
}

/** Every model that this runtime will use, opened before anything else, so that a wrong name is known at the start. */
export async function openModels(options: ModelsToOpen): Promise<Result<RuntimeModels>> {
  const { config, given = {} } = options
  const named: Readonly<Record<(typeof ROLES)[number], ChosenModel>> = {
    main: options.main ?? given.main ?? valuesOf(config, providersSection).model,
    router: given.router ?? valuesOf(config, routerSection).model,
    compress: given.compress ?? valuesOf(config, contextSection).compress_provider,
    reformat: given.reformat ?? valuesOf(config, retrySection).parameter_reformat_provider,
    guard: given.guard ?? valuesOf(config, guardSection).provider,
    adversarialPolicy: given.adversarialPolicy ?? valuesOf(config, adversarialPolicySection).provider,
  }
  const opened: { -readonly [Role in keyof RuntimeModels]: Model } = {}
  for (const role of ROLES) {
    const chosen = named[role]
    if (chosen === '') continue
    const model = await openChosen(chosen, options)
    if (!model.ok) return model
    opened[role] = model.value
  }
  return succeed(withDefaults(opened, config))
}

/** A judge without a name of its own is the model that acts. */
function withDefaults(opened: RuntimeModels, config: MergedConfig): RuntimeModels {
  const { main } = opened
  const judges = {
    guard: valuesOf(config, guardSection).enabled ? main : undefined,
    adversarialPolicy: valuesOf(config, adversarialPolicySection).enabled ? main : undefined,
  }
  return { ...judges, ...opened }
}

const ROLES = ['main', 'router', 'compress', 'reformat', 'guard', 'adversarialPolicy'] as const

export async function openChosen(chosen: ChosenModel, options: ModelsToOpen): Promise<Result<Model>> {
  if (typeof chosen !== 'string') return isModel(chosen) ? succeed(chosen) : openAiSdkModel(chosen)
  const { environment, cache, config, signal = new AbortController().signal } = options
  const settings: ProviderValues = valuesOf(config, providersSection)
  return openModel(chosen, { clock: systemClock, environment, settings, signal, readScript, ...(cache && { cache }) })
}

const isModel = (value: object): value is Model =>
  'reply' in value && typeof value.reply === 'function' && 'can' in value

async function readScript(path: string): Promise<Result<string>> {
  try {
    return succeed(await readFile(path, 'utf8'))
  } catch (thrown) {
    return fail('input_unreadable', `The script cannot be read: ${messageOf(thrown)}`)
  }
}
