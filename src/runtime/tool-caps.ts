import type { Caps, ToolDefinition } from '../core/index.ts'
import { rateLimitSection } from '../gates/index.ts'
import { SECTIONS, valuesOf } from './config/index.ts'
import type { Runtime } from './runtime.ts'

/** One limit that every call of a tool meets. */
type ToolCap = { readonly setting: string; readonly limit: number; readonly about: string }

const SHOWN = ['turn.max_tool_bytes_per_step', 'turn.max_tool_bytes_per_turn', 'turn.max_tool_steps'] as const

/** The limits that apply to a tool's calls, its executor's own first. Limits that are off are left out. */
export function createToolCaps({
  config,
  executorOf,
}: Pick<Runtime, 'config' | 'executorOf'>): (tool: ToolDefinition) => readonly ToolCap[] {
  const abouts: ReadonlyMap<string, string> = new Map(
    SECTIONS.flatMap(({ name, settings }) =>
      Object.entries(settings).map(([key, { about }]) => [`${name}.${key}`, about] as const),
    ),
  )
  const general = (tool: ToolDefinition): Caps =>
    Object.fromEntries(
      settingsFor(tool).flatMap(key => {
        const limit = config.values[key]
        return typeof limit === 'number' && limit > 0 ? [[key, limit]] : []
      }),
    )
  const settingsFor = ({ facts, capability }: ToolDefinition): readonly string[] => [
    ...(facts.keepsTime === true ? [] : ['tools.timeout_secs', 'tools.retry.budget_secs']),
    ...(facts.idempotent ? ['tools.retry.max_attempts'] : []),
    'tools.max_result_chars',
    ...SHOWN,
    'guardrails.loop_repeat_threshold',
    'tools.max_tool_calls_per_session',
    ...rateSettings(capability),
  ]
  const rateSettings = (capability: string): readonly string[] => {
    const { capabilities, per_session: session, per_target: target } = valuesOf(config, rateLimitSection)
    const isCounted = capabilities.length === 0 || capabilities.includes(capability)
    return isCounted && session + target > 0
      ? ['per_session', 'per_target', 'window_secs'].map(key => `${rateLimitSection.name}.${key}`)
      : []
  }
  return tool => {
    const caps: Caps = { ...executorOf(tool.name)?.caps?.(tool), ...general(tool) }
    return Object.entries(caps).map(([setting, limit]) => ({ setting, limit, about: abouts.get(setting) ?? '' }))
  }
}
