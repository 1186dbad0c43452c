import type { Json, JsonObject } from './json.ts'

/**
 * What an untrusted workspace may do to a setting: move it one way only (a lower number, a switch turned on or off, a
 * list made longer), change it once a person has trusted it, or never: then only the person's own config, environment
 * and flags count.
 */
export type WorkspaceMay = 'lower' | 'raise' | 'turn_on' | 'turn_off' | 'extend' | 'when_trusted' | 'never'

export type Setting<Value extends Json = Json> = {
  readonly schema: JsonObject
  readonly standard: Value
  readonly about: string
  readonly workspaceMay: WorkspaceMay
  /** The feature is not built yet: the key can be set, but switching it on is refused with "not in this version". */
  readonly notYet: boolean
  /** A number out of range is moved to the nearer end; what is no finite number becomes the default. */
  readonly clamp?: Range
}
export type Range = { readonly min: number; readonly max: number }

type Extra = { readonly workspaceMay?: WorkspaceMay; readonly notYet?: boolean }
type NumberOptions = Extra & { readonly min?: number; readonly max?: number }

type SettingForm<Value extends Json> = { readonly schema: JsonObject; readonly standard: Value }

/** Lists and tables with a form of their own. */
export function shaped<Value extends Json>(
  { schema, standard }: SettingForm<Value>,
  about: string,
  extra: Extra = {},
): Setting<Value> {
  return { schema, standard, about, workspaceMay: extra.workspaceMay ?? 'when_trusted', notYet: extra.notYet ?? false }
}
const schemaBounds = ({ min, max }: NumberOptions): JsonObject => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
})

export const toggle = (standard: boolean, about: string, extra: Extra = {}): Setting<boolean> =>
  shaped({ schema: { type: 'boolean' }, standard }, about, extra)
export const whole = (standard: number, about: string, extra: NumberOptions = {}): Setting<number> =>
  shaped({ schema: { type: 'integer', ...schemaBounds(extra) }, standard }, about, extra)
/** A whole number that an untrusted workspace may lower. */
export const limit = (standard: number, about: string, range: Pick<NumberOptions, 'min' | 'max'>): Setting<number> =>
  whole(standard, about, { ...range, workspaceMay: 'lower' })
export const number = (standard: number, about: string, extra: NumberOptions = {}): Setting<number> =>
  shaped({ schema: { type: 'number', ...schemaBounds(extra) }, standard }, about, extra)
/** A number that is never wrong: see `Setting.clamp`. */
export const clamped = (standard: number, about: string, { min, max, ...extra }: Extra & Range): Setting<number> => ({
  ...shaped({ schema: { type: 'number' }, standard }, about, extra),
  clamp: { min, max },
})
export const text = (standard: string, about: string, extra: Extra = {}): Setting<string> =>
  shaped({ schema: { type: 'string' }, standard }, about, extra)
type ChoiceOptions<Word extends string> = { readonly words: readonly Word[]; readonly standard: Word }
export const choice = <Word extends string>(
  { words, standard }: ChoiceOptions<Word>,
  about: string,
  extra: Extra = {},
): Setting<Word> => shaped({ schema: { enum: words }, standard }, about, extra)
export const texts = (standard: readonly string[], about: string, extra: Extra = {}): Setting<readonly string[]> =>
  shaped({ schema: { type: 'array', items: { type: 'string' } }, standard }, about, extra)
export type Settings = { readonly [key: string]: Setting }
/** One table of the configuration file: `[tools.retry]`. Each room declares its own; the runtime joins them. */
export type Section<All extends Settings = Settings> = {
  readonly name: string
  readonly about: string
  readonly settings: All
}
export const section = <All extends Settings>(name: string, about: string, settings: All): Section<All> => ({
  name,
  about,
  settings,
})

export type ValuesOf<S extends Section> = { readonly [Key in keyof S['settings']]: S['settings'][Key]['standard'] }

export function standardValues<All extends Settings>(of: Section<All>): ValuesOf<Section<All>> {
  const entries = Object.entries(of.settings).map(([key, { standard }]) => [key, standard])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets which key has which type
  return Object.fromEntries(entries) as ValuesOf<Section<All>>
}
