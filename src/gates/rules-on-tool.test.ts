import { array, assert, constantFrom, property, record, subarray, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject, Risk, ToolDefinition } from '../core/index.ts'
import { fileReader, sampleProposal, sampleScope, writer } from './conformance.ts'
import { createRuleSet } from './rule-set.ts'
import { rules, ruleSubjectOf } from './rules.ts'

const off = { enabled: false, rules: [] }
const ruleSetOf = (...list: readonly JsonObject[]) =>
  createRuleSet({ policy: { enabled: true, rules: list }, authorization: off })
const toolOf = (tool: typeof fileReader): ToolDefinition => sampleProposal({ tool }).call.tool
const forbids = (tool: typeof fileReader, ...list: readonly JsonObject[]): number | undefined =>
  ruleSetOf(...list).forbids({ tool: toolOf(tool), phase: 'Executor', trust: 'Provisional' })?.number

const deny = (more: JsonObject = {}): JsonObject => ({ action: 'deny', tools: ['*'], ...more })
const somewhere = { paths: ['secret/**'] }

test('a rule that looks at the tool alone denies every call of it', () => {
  expect(forbids(fileReader, deny())).toBe(1)
  expect(forbids(fileReader, deny({ tools: ['file-reader'] }))).toBe(1)
  expect(forbids(fileReader, deny({ capabilities: ['FileAccess'] }))).toBe(1)
  expect(forbids(writer, deny({ risk: ['write', 'destroy'] }))).toBe(1)
  expect(forbids(fileReader, deny({ tools: ['something_else'] }))).toBeUndefined()
})

test('one that depends on what a call says or does, or on the phase or the trust, does not', () => {
  expect(forbids(fileReader, deny(somewhere))).toBeUndefined()
  expect(forbids(fileReader, deny({ args: { path: 'secret' } }))).toBeUndefined()
  expect(forbids(writer, deny({ risk: ['write'] }))).toBeUndefined()
  expect(forbids(fileReader, deny({ phases: ['Planner'] }))).toBeUndefined()
  expect(forbids(fileReader, deny({ trust: 'Trusted' }))).toBeUndefined()
})

test('the order counts: what lets some calls pass, or asks about them, leaves the tool open', () => {
  expect(forbids(fileReader, { action: 'allow', tools: ['*'], paths: ['public/**'] }, deny())).toBeUndefined()
  expect(forbids(fileReader, { action: 'ask', tools: ['*'], paths: ['public/**'] }, deny())).toBeUndefined()
  expect(forbids(fileReader, { action: 'allow', tools: ['*'] }, deny())).toBeUndefined()
  expect(forbids(fileReader, deny(somewhere), deny())).toBe(2)
  expect(forbids(fileReader, deny(), { action: 'allow', tools: ['*'] })).toBe(1)
})

test('where each call is judged alone, a rule must deny every risk', () => {
  const alone = { ...writer, facts: { assessedAlone: true as const } }
  expect(forbids(alone, deny({ risk: ['write', 'destroy'] }))).toBeUndefined()
  expect(forbids(alone, deny({ risk: ['read', 'write', 'destroy'] }))).toBe(1)
})

const conditions = record(
  {
    paths: constantFrom(['secret/**'], ['*.md'], ['**']),
    capabilities: constantFrom(['FileAccess'], ['FileWrite'], ['FileAccess', 'FileWrite']),
    risk: subarray(['read', 'write', 'destroy'], { minLength: 1 }),
    args: constantFrom({ path: 'secret' }, { path: '.*' }),
    trust: constantFrom('Untrusted', 'Trusted'),
  },
  { requiredKeys: [] },
)
const anyRule = tuple(
  constantFrom('allow', 'deny', 'ask'),
  constantFrom(['*'], ['file_reader'], ['file_*'], ['x']),
  conditions,
).map(([action, tools, when]): JsonObject => ({ action, tools, ...when }))

test('what is said to be denied always, the gate denies whatever the call is', () => {
  assert(
    property(
      array(anyRule, { maxLength: 4 }),
      constantFrom(fileReader, writer),
      constantFrom<Risk>('read', 'write', 'destroy'),
      constantFrom('secret/a.md', 'public/a.txt', ''),
      (list, tool, risk, path) => {
        const ruleSet = ruleSetOf(...list)
        const proposal = sampleProposal({
          tool,
          args: { path },
          assessment: { risk: tool === writer && risk === 'read' ? 'write' : risk },
        })
        const scope = sampleScope({ trust: 'Provisional' })
        const rule = ruleSet.forbids({ tool: proposal.call.tool, phase: 'Executor', trust: 'Provisional' })
        if (rule === undefined) return
        expect(ruleSet.ruleFor(ruleSubjectOf(proposal, scope))?.action).toBe('deny')
        expect(rules({ ruleSet })?.check(proposal, scope)).toMatchObject({
          kind: 'deny',
          fault: { code: 'policy_blocked' },
        })
      },
    ),
    { numRuns: 2_000 },
  )
})
