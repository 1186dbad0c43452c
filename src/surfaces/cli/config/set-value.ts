import { fault } from '../../../core/index.ts'
import { type ConfigShape, type KnownKey, checkText, configShape, nearestName } from '../../../runtime/index.ts'
import { EXIT, Failure, usageFailure } from '../failure.ts'
import { type Surroundings, findWorkspace, processSurroundings, stateFolder } from '../find-workspace.ts'
import { type Terminal, visible, resultText } from '../terminal.ts'
import type { ConfigFlags } from './read-sources.ts'
import { saveValue } from './saved-values.ts'

/** Without a value, the saved one is removed. */
type SetFlags = ConfigFlags & { readonly json?: boolean; readonly key: string; readonly value?: string }

/**
 * `config set KEY VALUE`: saves a value for this workspace in the state folder. The person's own file is not touched.
 */
export function setValue(flags: SetFlags, terminal: Terminal, around: Surroundings = processSurroundings()): number {
  const shape = configShape()
  const known = keyNamed(shape, flags.key)
  const checked = flags.value === undefined ? undefined : checkText(shape, known, flags.value)
  if (checked?.ok === false) {
    const [first] = checked.findings
    throw new Failure(
      fault(first?.code ?? 'config_invalid', checked.findings.map(({ message }) => message).join('\n')),
      EXIT.config,
    )
  }
  const place = { state: stateFolder(around), workspace: findWorkspace(flags.workspace, around).folder }
  const file = saveValue(place, known.key, checked?.value)
  if (checked?.warning !== undefined) terminal.err(visible(checked.warning))
  const value = checked?.value ?? null
  terminal.out(
    resultText(
      flags,
      { key: known.key, value, file },
      visible(
        checked
          ? `${known.key} = ${JSON.stringify(value)}, saved in ${file}`
          : `${known.key} is no longer saved in ${file}`,
      ),
    ),
  )
  return EXIT.done
}

function keyNamed(shape: ConfigShape, key: string): KnownKey {
  const known = shape.keys.get(key)
  if (known) return known
  const near = nearestName(key, shape.keys.keys())
  const advice = near === undefined ? 'To see all keys: countersign config print.' : `Did you mean "${near}"?`
  throw usageFailure(`There is no key "${key}". ${advice}`)
}
