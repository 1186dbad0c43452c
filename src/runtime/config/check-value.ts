import type { Json, Setting } from '../../core/index.ts'
import type { ConfigProblem } from './config-problem.ts'
import type { ConfigShape, KnownKey, ValueProblem } from './config-shape.ts'
import { CHANGED_VALUES } from './moved-keys.ts'
import { plainValue } from './plain-value.ts'

type Finding = Pick<ConfigProblem, 'code' | 'message'>
export type CheckedValue =
  | { readonly ok: true; readonly value: Json; readonly warning?: string }
  | { readonly ok: false; readonly findings: readonly Finding[] }

/** One value for one key, as it came from a file, a variable or a flag. */
export function checkValue(shape: ConfigShape, known: KnownKey, given: unknown): CheckedValue {
  const { key, setting } = known
  if (setting.clamp && typeof given === 'number') return clampNumber(known, given)
  const plain = plainValue(given)
  if (!plain.ok) return refuse('config_invalid', `\`${key}\` holds ${plain.because}.`)
  const problems = shape.explain(known, plain.value)
  const changed = CHANGED_VALUES.find(each => each.key.join('.') === key && each.old === plain.value)
  if (changed)
    return refuse(
      'config_invalid',
      `\`${key}\` "${changed.old}" is called "${changed.now}" now. Run countersign config migrate.`,
    )
  if (problems.length > 0) return { ok: false, findings: problems.map(problem => describe(known, problem)) }
  if (switchesOn(setting, plain.value)) return refuse('not_in_this_version', notYetMessage(known))
  return { ok: true, value: plain.value }
}

const refuse = (code: Finding['code'], message: string): CheckedValue => ({ ok: false, findings: [{ code, message }] })

function clampNumber({ key, setting }: KnownKey, given: number): CheckedValue {
  const { min, max } = setting.clamp ?? { min: given, max: given }
  if (Number.isFinite(given) && given >= min && given <= max) return { ok: true, value: given }
  const value = Number.isFinite(given) ? Math.min(max, Math.max(min, given)) : setting.standard
  return {
    ok: true,
    value,
    warning: `\`${key}\` must be ${min} to ${max}, found ${given}; ${JSON.stringify(value)} is used.`,
  }
}

function describe({ section, name }: KnownKey, { path, expected, found, unknown }: ValueProblem): Finding {
  const place = `${section}.${path === '' ? name : path}`
  if (unknown === undefined)
    return { code: 'config_invalid', message: `\`${place}\` must be ${expected}, found ${found}.` }
  const hint = unknown.near === undefined ? '.' : `; did you mean \`${unknown.near}\`?`
  return { code: 'config_invalid', message: `unknown key \`${place}\`${hint}` }
}

/** Numbers, lists and tables of a later feature may be set ahead; a switch or a name would turn it on now. */
const switchesOn = ({ notYet, standard }: Setting, value: Json): boolean =>
  notYet && ((value === true && standard !== true) || (typeof value === 'string' && value !== standard))

const notYetMessage = ({ key, setting }: KnownKey): string =>
  `\`${key}\` belongs to a feature that is not in this version; leave it at ${JSON.stringify(setting.standard)}.`
