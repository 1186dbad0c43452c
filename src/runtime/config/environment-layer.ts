import type { Environment } from '../../core/index.ts'
import type { CheckedValue } from './check-value.ts'
import type { Given, ReadLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'
import type { ConfigShape } from './config-shape.ts'
import { nearestName } from './nearest-name.ts'
import { checkText } from './value-from-text.ts'

const PREFIX = 'COUNTERSIGN_'
/** Variables that are no settings: where the state lies, and what our own tests and benches use. */
const OTHER_VARIABLES = new Set(['STATE', 'SOAK', 'TALLY', 'CORPUS'].map(name => `${PREFIX}${name}`))

/** Reads one variable for each key. A misspelt variable is reported, a value that does not fit is refused. */
export function environmentLayer(shape: ConfigShape, environment: Environment): ReadLayer {
  const layer = new Map<string, Given>()
  const problems: ConfigProblem[] = []
  const warnings: string[] = []
  for (const [variable, text] of Object.entries(environment)) {
    if (text === undefined || !variable.startsWith(PREFIX) || OTHER_VARIABLES.has(variable)) continue
    const known = shape.variables.get(variable)
    const checked: CheckedValue | undefined = known && checkText(shape, known, text)
    if (known === undefined || checked === undefined) warnings.push(unknownVariable(shape, variable))
    else if (!checked.ok)
      problems.push(...checked.findings.map(finding => ({ ...finding, key: known.key, source: variable })))
    else {
      layer.set(known.key, { value: checked.value, origin: `env:${variable}` })
      if (checked.warning !== undefined) warnings.push(`${variable}: ${checked.warning}`)
    }
  }
  return { layer, problems, warnings }
}

function unknownVariable({ variables }: ConfigShape, name: string): string {
  const near = nearestName(name, variables.keys())
  return `${name} is no setting${near === undefined ? '.' : `; did you mean ${near}?`}`
}
