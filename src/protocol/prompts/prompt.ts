import { sha256 } from '../../core/index.ts'

/** A text for a model, and which wording it was made from: the ledger keeps the hash, so that wordings can be compared later. */
export type Prompt = { readonly id: string; readonly hash: string; readonly text: string }

export type Template = { readonly id: string; readonly hash: string; readonly text: string }

/** `undefined` leaves out the lines that ask for it. */
export type Slots = Readonly<Record<string, string | undefined>>

const SLOT = /\{\{(\w+)\}\}/g

/** The hash covers the wording alone (`rows`: texts repeated inside it), never what is filled in. */
export const makeTemplate = (id: string, text: string, rows: readonly string[] = []): Template => ({
  id,
  text,
  hash: sha256([text, ...rows].join('\n\n')),
})

export const fillTemplate = ({ id, hash, text }: Template, slots: Slots): Prompt => ({ id, hash, text: fillSlots(text, slots) })

/** In one pass: what is filled in is never read as a template again. */
export const fillSlots = (text: string, slots: Slots): string =>
  text
    .split('\n')
    .filter(line => [...line.matchAll(SLOT)].every(([, name = '']) => slots[name] !== undefined))
    .map(line => line.replace(SLOT, (_slot, name: string) => slots[name] ?? ''))
    .join('\n')
