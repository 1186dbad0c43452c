import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../core/index.ts'
import { fileReader, sampleCall } from './conformance.ts'
import { lintRules } from './lint-rules.ts'
import { createRuleSet } from './rule-set.ts'
import type { RuleSubject } from './rule-match.ts'

const ruleSetOf = (policy: readonly JsonObject[], authorization: readonly JsonObject[] = []) =>
  createRuleSet({ policy: { enabled: true, rules: policy }, authorization: { enabled: true, rules: authorization } })
const lint = (policy: readonly JsonObject[], authorization: readonly JsonObject[] = []) =>
  lintRules(ruleSetOf(policy, authorization).rules).map(({ message }) => message)

describe('rules that can never decide', () => {
  test('a deny behind an allow that covers it is named, with both numbers', () => {
    expect(lint([{ action: 'allow', tools: ['file_*'] }], [{ action: 'deny', tools: ['file_write'] }])).toEqual([
      'rule 1 of [tools.authorization] can never decide: rule 1 of [tools.policy] fits every call that it fits, and allows what this one is meant to deny. Move the deny before the allow.',
    ])
  })

  test('any other shadowed rule is named as well', () => {
    expect(
      lint([
        { action: 'deny', tools: ['*'] },
        { action: 'allow', tools: ['file_reader'] },
      ]),
    ).toEqual([
      'rule 2 of [tools.policy] can never decide: rule 1 of [tools.policy] fits every call that it fits. Move it up or remove it.',
    ])
  })

  test.each<[string, JsonObject, JsonObject]>([
    [
      'an earlier rule with one more condition',
      { action: 'allow', tools: ['*'], risk: ['read'] },
      { action: 'deny', tools: ['*'] },
    ],
    [
      'other tools',
      { action: 'allow', tools: ['file_reader'] },
      { action: 'deny', tools: ['file_reader', 'file_write'] },
    ],
    ['a shorter name', { action: 'allow', tools: ['memory_*'] }, { action: 'deny', tools: ['memory_*/x'] }],
    [
      'a higher trust',
      { action: 'allow', tools: ['*'], trust: 'Trusted' },
      { action: 'deny', tools: ['*'], trust: 'Provisional' },
    ],
    [
      'other patterns',
      { action: 'allow', tools: ['*'], args: { path: 'a' } },
      { action: 'deny', tools: ['*'], args: { path: 'b' } },
    ],
    [
      'one path of several',
      { action: 'allow', tools: ['*'], paths: ['a/**'] },
      { action: 'deny', tools: ['*'], paths: ['a/**'] },
    ],
  ])('%s covers nothing', (_what, earlier, later) => {
    expect(lint([earlier, later])).toEqual([])
  })

  const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values)
  const some = (...values: readonly string[]) => fc.subarray([...values], { minLength: 1 })
  const rule = fc.record(
    {
      action: pick('allow', 'deny', 'ask'),
      tools: some(
        '*',
        'file_*',
        'file_reader',
        'File-Write',
        'f*e',
        '?ile_reader',
        'memory_{save,search}',
        'memory_{a/b,save}',
        'memory_*',
        '**',
      ),
      paths: some('a/**', 'A/**', '*.md', 'a/b.md', '**', '/etc/**'),
      capabilities: some('FileAccess', 'FileWrite', 'mcp.git', 'mcp.*'),
      risk: some('read', 'write', 'destroy'),
      phases: some('Planner', 'Executor'),
      args: fc.dictionary(pick('path', 'other'), pick('a', '^b', 'md$'), { minKeys: 1 }),
      trust: pick('Untrusted', 'Provisional', 'Trusted'),
    },
    { requiredKeys: ['action', 'tools'], noNullPrototype: true },
  ) as fc.Arbitrary<JsonObject>
  /** A rule, some others, and one that asks for all that the first does and more. */
  const rules = fc
    .tuple(rule, fc.array(rule, { maxLength: 3 }), rule)
    .map(([first, between, last]) => [first, ...between, { ...last, ...first, action: last['action'] ?? 'deny' }])
  const base = sampleCall().tool
  const subject = fc.record(
    {
      tool: fc
        .record({
          name: pick('file_reader', 'file_write', 'fie', 'memory_save', 'memory_a/b', 'other', 'x/file_reader'),
          capability: pick('FileAccess', 'FileWrite', 'mcp.git'),
        })
        .map(part => ({ ...base, ...part })),
      risk: pick('read', 'write', 'destroy'),
      phase: pick('Planner', 'Executor'),
      trust: pick('Untrusted', 'Provisional', 'Trusted'),
      args: fc.dictionary(
        pick('path', 'other'),
        pick('a/b.md', 'b.md', 'a/c', '/etc/x', '../a/b.md', 'see a/b.md', 'https://a/b.md'),
      ),
      target: pick('a/b.md', 'c.md'),
    },
    { requiredKeys: ['tool', 'risk', 'phase', 'trust', 'args'], noNullPrototype: true },
  ) as fc.Arbitrary<RuleSubject>

  test('whatever is called shadowed never decides', () => {
    let warned = 0
    fc.assert(
      fc.property(rules, fc.array(subject, { minLength: 5, maxLength: 20 }), (list, subjects) => {
        const ruleSet = ruleSetOf(list)
        const shadowed = new Set(lintRules(ruleSet.rules).map(warning => warning.rule))
        warned += shadowed.size
        for (const each of subjects) expect(shadowed.has(ruleSet.ruleFor(each) as never)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
    expect(warned).toBeGreaterThan(500)
  })

  test('the rule that decides is the first that decides alone', () => {
    fc.assert(
      fc.property(rules, subject, (list, each) => {
        const alone = list.findIndex(one => ruleSetOf([one]).ruleFor(each) !== undefined)
        expect(ruleSetOf(list).ruleFor(each)?.number).toBe(alone < 0 ? undefined : alone + 1)
      }),
    )
  })

  test('one more path never undoes a prohibition', () => {
    fc.assert(
      fc.property(rule, subject, pick('a/x', 'b', '/etc/y', '../z'), (one, each, more) => {
        const ruleSet = ruleSetOf([{ ...one, action: 'deny' }])
        const after = ruleSet.ruleFor({ ...each, args: { ...each.args, extra_path: more } })
        if (ruleSet.ruleFor(each) !== undefined) expect(after).toBeDefined()
      }),
    )
  })

  test('one more path never widens a permission that already had paths to look at', () => {
    fc.assert(
      fc.property(rule, subject, pick('a/x', 'b', '/etc/y', '../z'), (one, each, more) => {
        const ruleSet = ruleSetOf([{ ...one, action: 'allow' }])
        const withTarget = { ...each, target: each.target ?? 'c.md' }
        const after = ruleSet.ruleFor({ ...withTarget, args: { ...each.args, extra_path: more } })
        if (ruleSet.ruleFor(withTarget) === undefined) expect(after).toBeUndefined()
      }),
    )
  })

  test('no arguments, however strange, make the matcher fail', () => {
    const ruleSet = ruleSetOf([{ action: 'deny', tools: ['*'], paths: ['a/**', '/b'], args: { path: 'x' } }])
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const { tool } = sampleCall({ tool: fileReader })
        const args = JSON.parse(JSON.stringify({ path: text.toWellFormed(), value })) as JsonObject
        expect(() => ruleSet.ruleFor({ tool, risk: 'read', phase: 'Executor', trust: 'Trusted', args })).not.toThrow()
      }),
    )
  })
})
