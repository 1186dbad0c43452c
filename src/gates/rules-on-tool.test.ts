import { array, assert, constantFrom, property, record, subarray, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject, Risk, ToolDefinition } from '../core/index.ts'
import { reader, sampleProposal, sampleScope, writer } from './conformance.ts'
import { createRuleBook } from './rule-book.ts'
import { rules, subjectOf } from './rules.ts'

const off = { enabled: false, rules: [] }
const bookOf = (...list: readonly JsonObject[]) =>
  createRuleBook({ policy: { enabled: true, rules: list }, authorization: off })
const toolOf = (tool: typeof reader): ToolDefinition => sampleProposal({ tool }).call.tool
const forbids = (tool: typeof reader, ...list: readonly JsonObject[]): number | undefined =>
  bookOf(...list).forbids({ tool: toolOf(tool), phase: 'Executor', trust: 'Provisional' })?.number

const deny = (more: JsonObject = {}): JsonObject => ({ action: 'deny', tools: ['*'], ...more })
const somewhere = { paths: ['secret/**'] }

test('a rule that looks at the tool alone denies every call of it', () => {
  expect(forbids(reader, deny())).toBe(1)
  expect(forbids(reader, deny({ tools: ['file-reader'] }))).toBe(1)
  expect(forbids(reader, deny({ capabilities: ['FileAccess'] }))).toBe(1)
  expect(forbids(writer, deny({ risk: ['write', 'destroy'] }))).toBe(1)
  expect(forbids(reader, deny({ tools: ['something_else'] }))).toBeUndefined()
})

test('one that depends on what a call says or does, or on the phase or the trust, does not', () => {
  expect(forbids(reader, deny(somewhere))).toBeUndefined()
  expect(forbids(reader, deny({ args: { path: 'secret' } }))).toBeUndefined()
  expect(forbids(writer, deny({ risk: ['write'] }))).toBeUndefined()
  expect(forbids(reader, deny({ phases: ['Planner'] }))).toBeUndefined()
  expect(forbids(reader, deny({ trust: 'Trusted' }))).toBeUndefined()
})

test('the order counts: what lets some calls pass, or asks about them, leaves the tool open', () => {
  expect(forbids(reader, { action: 'allow', tools: ['*'], paths: ['public/**'] }, deny())).toBeUndefined()
  expect(forbids(reader, { action: 'ask', tools: ['*'], paths: ['public/**'] }, deny())).toBeUndefined()
  expect(forbids(reader, { action: 'allow', tools: ['*'] }, deny())).toBeUndefined()
  expect(forbids(reader, deny(somewhere), deny())).toBe(2)
  expect(forbids(reader, deny(), { action: 'allow', tools: ['*'] })).toBe(1)
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
      constantFrom(reader, writer),
      constantFrom<Risk>('read', 'write', 'destroy'),
      constantFrom('secret/a.md', 'public/a.txt', ''),
      (list, tool, risk, path) => {
        const book = bookOf(...list)
        const proposal = sampleProposal({
          tool,
          args: { path },
          assessment: { risk: tool === writer && risk === 'read' ? 'write' : risk },
        })
        const scope = sampleScope({ trust: 'Provisional' })
        const rule = book.forbids({ tool: proposal.call.tool, phase: 'Executor', trust: 'Provisional' })
        if (rule === undefined) return
        expect(book.ruleFor(subjectOf(proposal, scope))?.action).toBe('deny')
        expect(rules({ book })?.check(proposal, scope)).toMatchObject({
          kind: 'deny',
          fault: { code: 'policy_blocked' },
        })
      },
    ),
    { numRuns: 2_000 },
  )
})
