import type { Json, JsonObject } from '../../core/index.ts'
import { checkValue } from './check-value.ts'
import { type ReadLayer, layerOf } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'
import type { ConfigShape } from './config-shape.ts'

/** Values by full key, as flags and saved settings give them. An unknown key is reported and left out. */
export function flatLayer(
  shape: ConfigShape,
  given: JsonObject,
  { source, origin }: { source: string; origin: string },
): ReadLayer {
  const values = new Map<string, Json>()
  const problems: ConfigProblem[] = []
  const warnings: string[] = []
  for (const [key, value] of Object.entries(given)) {
    const known = shape.keys.get(key)
    const checked = known && checkValue(shape, known, value)
    if (checked === undefined) warnings.push(`${source}: there is no key \`${key}\`; it is not used.`)
    else if (!checked.ok) problems.push(...checked.findings.map(finding => ({ ...finding, key, source })))
    else {
      values.set(key, checked.value)
      if (checked.warning !== undefined) warnings.push(`${source}: ${checked.warning}`)
    }
  }
  return { layer: layerOf(values, origin), problems, warnings }
}
