import { describe, expect, test } from 'vitest'
import { type Json, standardValues } from '../core/index.ts'
import { type ConfigLayer, joinSections, mergeLayers } from '../runtime/config/index.ts'
import { type Consent, consentOf, memorySettings } from './index.ts'

const shape = joinSections([memorySettings])
const layer = (origin: string, values: Record<string, Json>): ConfigLayer =>
  new Map(Object.entries(values).map(([key, value]) => [`memory.${key}`, { value, origin }]))

type Said = {
  readonly user?: Record<string, Json>
  readonly workspace?: Record<string, Json>
  readonly trusted?: boolean
}
function consentWith({ user = {}, workspace = {}, trusted = false }: Said): Consent {
  const { values } = mergeLayers(shape, {
    user: layer('user:u', user),
    workspace: layer('workspace:w', workspace),
    trusted,
  })
  return consentOf({ consent: values['memory.consent'] as Consent, ask_always: values['memory.ask_always'] === true })
}

describe('[GAPS-07] consent', () => {
  test('is hybrid by default, and strict and silent can be chosen', () => {
    expect(consentOf(standardValues(memorySettings))).toBe('hybrid')
    expect(consentWith({ user: { consent: 'strict' } })).toBe('strict')
    expect(consentWith({ user: { consent: 'silent' } })).toBe('silent')
  })

  test('a workspace, trusted or not, can make it strict and nothing else', () => {
    for (const trusted of [false, true]) {
      expect(consentWith({ workspace: { ask_always: true }, trusted })).toBe('strict')
      expect(consentWith({ workspace: { ask_always: true }, user: { consent: 'silent' }, trusted })).toBe('strict')
      expect(consentWith({ workspace: { consent: 'silent' }, trusted })).toBe('hybrid')
      expect(
        consentWith({ workspace: { consent: 'hybrid', ask_always: false }, user: { consent: 'strict' }, trusted }),
      ).toBe('strict')
    }
  })
})
