import { isDeepStrictEqual } from 'node:util'
import { CountersignError, type Json, type Section, type Settings, type ValuesOf } from '../../core/index.ts'
import type { ConfigLayer, Given } from './config-layer.ts'
import type { ConfigShape, KnownKey } from './config-shape.ts'
import type { Heeded, RefusedValue } from './config-layer.ts'
import { hasDenial, heedWorkspace } from './workspace-word.ts'

/** Who may have said something, the strongest first. */
export type Layers = {
  readonly flags?: ConfigLayer
  readonly environment?: ConfigLayer
  /** What the console, a prompt or `config set` kept in the state folder. */
  readonly saved?: ConfigLayer
  readonly user?: ConfigLayer
  readonly workspace?: ConfigLayer
  /** Has the person seen this workspace's files, as they are now, and trusted them? */
  readonly trusted: boolean
}

export type MergedConfig = {
  /** Every key that exists, by its full name. */
  readonly values: { readonly [key: string]: Json }
  readonly origins: { readonly [key: string]: string }
  readonly refused: readonly RefusedValue[]
}

/** Merges flag, environment, saved, user, workspace and default by key; `heedWorkspace` limits the workspace. */
export function mergeLayers(shape: ConfigShape, layers: Layers): MergedConfig {
  const own = new Map([...shape.keys.values()].map(known => [known.key, ownWord(known, layers)]))
  const ownDenials = [...own.values()].some(({ value }) => hasDenial(value))
  const heeded = [...shape.keys.values()].map(known => ({
    known,
    ...settle(known, own.get(known.key) ?? standard(known)),
  }))
  return {
    values: Object.fromEntries(heeded.map(({ known, given }) => [known.key, given.value])),
    origins: Object.fromEntries(heeded.map(({ known, given }) => [known.key, given.origin])),
    refused: heeded.flatMap(({ refused }) => refused),
  }

  function settle(known: KnownKey, mine: Given): Heeded {
    const wanted = layers.workspace?.get(known.key)
    if (wanted === undefined) return { given: mine, refused: [] }
    return heedWorkspace({ known, own: mine, wanted, trusted: layers.trusted, ownDenials })
  }
}

const standard = ({ setting }: KnownKey): Given => ({ value: setting.standard, origin: 'default' })

function ownWord(known: KnownKey, { flags, environment, saved, user }: Layers): Given {
  const given = [flags, environment, saved, user].find(layer => layer?.has(known.key))?.get(known.key)
  return given ?? standard(known)
}

export type Loosening = { readonly key: string; readonly from: Json; readonly to: Json }

/** What trusting the workspace would change, as `trust --show` lists it. */
export function wouldLoosen(shape: ConfigShape, layers: Layers): readonly Loosening[] {
  const [without, withTrust] = [
    mergeLayers(shape, { ...layers, trusted: false }),
    mergeLayers(shape, { ...layers, trusted: true }),
  ]
  return [...shape.keys.keys()].flatMap(key => {
    const [from = null, to = null] = [without.values[key], withTrust.values[key]]
    return isDeepStrictEqual(from, to) ? [] : [{ key, from, to }]
  })
}

/** What counts for one section, in the types that its room declared. */
export function valuesOf<All extends Settings>(
  { values }: MergedConfig,
  { name, settings }: Section<All>,
): ValuesOf<Section<All>> {
  const entries = Object.keys(settings).map(key => {
    const value = values[`${name}.${key}`]
    if (value === undefined)
      throw new CountersignError('config_invalid', `The section ${name} was not joined: ${key} has no value.`)
    return [key, value]
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its layer checked each value by schema
  return Object.fromEntries(entries) as ValuesOf<Section<All>>
}
