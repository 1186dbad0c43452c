import { describe, expect, test } from 'vitest'
import { CountersignError, type Gate, type JsonObject, type Scope, standardValues } from '../core/index.ts'
import { examineGate, fileReader, sampleProposal, sampleScope, writer } from './conformance.ts'
import { authorizationSection, createRuleSet, policySection } from './rule-set.ts'
import { rules } from './rules.ts'

type Rules = readonly JsonObject[]
const ruleSetOf = (policy: Rules, authorization: Rules = []) =>
  createRuleSet({ policy: { enabled: true, rules: policy }, authorization: { enabled: true, rules: authorization } })
const gateOf = (policy: Rules, authorization: Rules = []) =>
  rules({ ruleSet: ruleSetOf(policy, authorization) }) as Gate
const kindOf = async (policy: Rules, parts: Parameters<typeof sampleProposal>[0] = {}, scope: Partial<Scope> = {}) =>
  (await gateOf(policy).check(sampleProposal(parts), sampleScope(scope))).kind

const deny = (more: JsonObject = {}): JsonObject => ({ action: 'deny', tools: ['*'], ...more })

describe('the order of rules', () => {
  test('[GATE-23] policy comes before authorization, and the first that fits decides', async () => {
    const allow = { action: 'allow', tools: ['file_reader'] }
    const forbid = { action: 'deny', tools: ['file_reader'], reason: 'not today' }
    expect((await gateOf([allow], [forbid]).check(sampleProposal(), sampleScope())).kind).toBe('allow')
    expect(await gateOf([], [forbid]).check(sampleProposal(), sampleScope())).toEqual({
      kind: 'deny',
      fault: {
        code: 'policy_blocked',
        message: 'Rule 1 of [tools.authorization] forbids this call: not today',
        detail: { place: 'tools.authorization', rule: 1 },
      },
      notes: [
        { name: 'policy_rule', value: 'deny: rule 1 of [tools.authorization]' },
        { name: 'policy_rule_id', value: expect.stringMatching(/^rule_[0-9a-f]{12}$/) },
      ],
    })
    expect((await gateOf([forbid, allow]).check(sampleProposal(), sampleScope())).kind).toBe('deny')
    expect((await gateOf([allow, forbid]).check(sampleProposal(), sampleScope())).kind).toBe('allow')
  })

  test('[GATE-23] a section that is not enabled changes nothing, whatever stands in it', () => {
    const off = { enabled: false, rules: [deny(), { nonsense: 1 }] }
    expect(rules({ ruleSet: createRuleSet({ policy: off, authorization: off }) })).toBeUndefined()
    expect(standardValues(policySection)).toEqual({ enabled: true, rules: [] }) // without rules it does nothing, and one that is written counts
    expect(standardValues(authorizationSection)).toEqual({ enabled: false, rules: [] })
  })

  test('where no rule fits, the call passes', async () => {
    expect(await kindOf([{ action: 'deny', tools: ['file_write'] }])).toBe('allow')
  })

  test('a workspace that nobody trusts can add prohibitions at the end and nothing else', () => {
    expect(policySection.settings.rules.workspaceMay).toBe('when_trusted')
    expect(policySection.settings.enabled.workspaceMay).toBe('when_trusted')
    expect(authorizationSection.settings.rules.workspaceMay).toBe('extend')
    expect(authorizationSection.settings.enabled.workspaceMay).toBe('turn_on')
  })
})

describe('what a rule may ask for', () => {
  test('tools by pattern, whatever their case and whether written with - or _', async () => {
    for (const tools of [['file_*'], ['FILE_READER'], ['file-reader'], ['x', '{a,file_reader}'], ['*']])
      expect(await kindOf([deny({ tools })])).toBe('deny')
    for (const tools of [['file_write'], ['reader'], ['file_reade']])
      expect(await kindOf([deny({ tools })])).toBe('allow')
  })

  test('rights, also of every connected server', async () => {
    const foreign = { ...fileReader, capability: 'mcp.git' } as const
    expect(await kindOf([deny({ capabilities: ['FileAccess'] })])).toBe('deny')
    expect(await kindOf([deny({ capabilities: ['FileWrite', 'mcp.git'] })])).toBe('allow')
    expect(await kindOf([deny({ capabilities: ['mcp.git'] })], { tool: foreign })).toBe('deny')
    expect(await kindOf([deny({ capabilities: ['mcp.*'] })], { tool: foreign })).toBe('deny')
    expect(await kindOf([deny({ capabilities: ['mcp.*'] })])).toBe('allow')
  })

  test('the risk of this very call, where sending out is no reading', async () => {
    expect(await kindOf([deny({ risk: ['write'] })], { tool: writer })).toBe('deny')
    expect(await kindOf([deny({ risk: ['destroy'] })], { tool: writer })).toBe('allow')
    expect(await kindOf([deny({ risk: ['destroy'] })], { tool: writer, assessment: { risk: 'destroy' } })).toBe('deny')
    expect(await kindOf([deny({ risk: ['write'] })], { tool: { ...fileReader, facts: { egress: true } } })).toBe('deny')
  })

  test('phase and least trust', async () => {
    expect(await kindOf([deny({ phases: ['Planner'] })], { phase: 'Planner' })).toBe('deny')
    expect(await kindOf([deny({ phases: ['Planner'] })], { phase: 'Executor' })).toBe('allow')
    const trusted = [{ action: 'allow', tools: ['*'], trust: 'Provisional' }, deny()]
    expect(await kindOf(trusted, {}, { trust: 'Untrusted' })).toBe('deny')
    expect(await kindOf(trusted, {}, { trust: 'Provisional' })).toBe('allow')
    expect(await kindOf(trusted, {}, { trust: 'Trusted' })).toBe('allow')
  })

  test('arguments by pattern: all of them, anywhere in the value, in time that does not depend on the pattern', async () => {
    const args = { path: 'a.md', start_line: 12 }
    expect(await kindOf([deny({ args: { path: String.raw`\.md$` } })], { args })).toBe('deny')
    expect(await kindOf([deny({ args: { path: '^md' } })], { args })).toBe('allow')
    expect(await kindOf([deny({ args: { path: 'a', start_line: '^12$' } })], { args })).toBe('deny')
    expect(await kindOf([deny({ args: { path: 'a', start_line: '^13$' } })], { args })).toBe('allow')
    expect(await kindOf([deny({ args: { missing: '' } })], { args })).toBe('allow')
    expect(await kindOf([deny({ args: { toString: '' } })], { args })).toBe('allow')
    expect(await kindOf([deny({ args: { path: '(a+)+$' } })], { args: { path: `${'a'.repeat(20_000)}!` } })).toBe(
      'allow',
    )
  })
})

describe('paths in rules', () => {
  const secrets = [deny({ paths: ['secrets/**', '.env'] })]

  test.each([
    ['secrets/key'],
    ['SECRETS/Key'],
    ['./secrets/key'],
    ['a/../secrets/key'],
    ['a//..//secrets//key'],
    ['secrets\\key'],
    ['/home/me/work/secrets/key'],
    ['../work/secrets/key'],
    ['~/project/secrets/key'],
    ['C:/project/secrets/key'],
    ['deep/down/.env'],
    ['.ENV'],
    ['secrets/'],
  ])('%s is forbidden', async path => {
    expect(await kindOf(secrets, { args: { path } })).toBe('deny')
    expect(await kindOf(secrets, { args: { options: { list: [{ path }] } } })).toBe('deny')
    expect(await kindOf(secrets, { args: {}, assessment: { target: { name: path } } })).toBe('deny')
  })

  test.each([['notsecrets/key'], ['a/secrets/key'], ['.environment'], ['secret']])('%s is not', async path => {
    expect(await kindOf(secrets, { args: { path } })).toBe('allow')
  })

  test('a path in a command counts unless the tool says what it acts on', async () => {
    const args = { command: 'cat notes.md\ncat secrets/key' }
    expect(await kindOf(secrets, { args })).toBe('deny')
    expect(
      await kindOf(secrets, {
        args: { path: 'a.md', content: 'The key lies in\nsecrets/key.' },
        assessment: { target: { name: 'a.md' } },
      }),
    ).toBe('allow')
  })

  test('one forbidden path forbids, but only when all paths are allowed is the call', async () => {
    const only = [{ action: 'allow', tools: ['*'], paths: ['drafts/**'] }, deny()]
    expect(await kindOf(only, { args: { path: 'drafts/a.md' } })).toBe('allow')
    expect(await kindOf(only, { args: { from: 'drafts/a.md', path: 'final/a.md' } })).toBe('deny')
    expect(await kindOf(only, { args: { path: 'drafts/../final/a.md' } })).toBe('deny')
    expect(await kindOf(only, { args: { path: '/drafts/a.md' } })).toBe('deny')
    expect(await kindOf(only, { args: { path: '../drafts/a.md' } })).toBe('deny')
    expect(await kindOf(only, { args: {} })).toBe('deny')
  })

  test('a pattern that begins with a slash holds at the top, of the workspace and of the disk', async () => {
    const top = [deny({ paths: ['/etc/**'] })]
    for (const path of ['/etc/passwd', 'etc/notes', '../../etc/x'])
      expect(await kindOf(top, { args: { path } })).toBe('deny')
    for (const path of ['a/etc/notes', '/home/etc/x']) expect(await kindOf(top, { args: { path } })).toBe('allow')
  })

  test('a pattern that leads out of the workspace forbids what lies there and allows nothing', async () => {
    const home = [deny({ paths: ['~/.ssh/**'] })]
    for (const path of ['~/.ssh/id', '/home/me/.ssh/id']) expect(await kindOf(home, { args: { path } })).toBe('deny')
    expect(await kindOf(home, { args: { path: '.ssh/id' } })).toBe('allow')
    const open = [{ action: 'allow', tools: ['*'], paths: ['../**', '~/**', '/**'] }, deny()]
    for (const path of ['../x', '~/x', '/x']) expect(await kindOf(open, { args: { path } })).toBe('deny')
  })

  test('the address of a page can be named like a path', async () => {
    const target = { name: 'https://evil.example/a/b' }
    expect(await kindOf([deny({ paths: ['https://evil.example/**'] })], { args: {}, assessment: { target } })).toBe(
      'deny',
    )
    expect(await kindOf([deny({ paths: ['https://other.example/**'] })], { args: {}, assessment: { target } })).toBe(
      'allow',
    )
  })
})

describe('a rule that asks', () => {
  const ask = [{ action: 'ask', tools: ['*'], reason: 'look first' }]
  test('it asks, and says which rule wants it', async () => {
    expect(await gateOf(ask).check(sampleProposal(), sampleScope())).toEqual({
      kind: 'ask',
      question: { reason: 'Rule 1 of [tools.policy] asks first: look first', summary: 'calls file_reader' },
      notes: [
        { name: 'policy_rule', value: 'ask: rule 1 of [tools.policy]' },
        { name: 'policy_rule_id', value: expect.stringMatching(/^rule_/) },
      ],
    })
  })

  test('nobody is asked about an autonomous call, and what is forbidden stays forbidden', async () => {
    expect(await kindOf(ask, { phase: 'Autonomous' })).toBe('allow')
    expect(await kindOf([deny()], { phase: 'Autonomous' })).toBe('deny')
  })
})

describe('unsound rules', () => {
  test.each<[string, JsonObject, RegExp]>([
    ['an unknown action', { action: 'permit', tools: ['*'] }, /"action" must be one of allow, deny, ask/],
    ['no tools', { action: 'deny' }, /names no tools/],
    ['an empty list', deny({ tools: [] }), /"tools" must be a list/],
    ['a text for a list', deny({ paths: '.env' }), /"paths" must be a list/],
    ['a misspelled key', deny({ path: ['.env'] }), /"path" is no part of a rule/],
    ['an unknown right', deny({ capabilities: ['FileWrites'] }), /"capabilities" names "FileWrites"/],
    ['half a right', deny({ capabilities: ['mcp.'] }), /"mcp."/],
    ['an unknown risk', deny({ risk: ['changes'] }), /"risk" names "changes"/],
    ['an unknown phase', deny({ phases: ['executor'] }), /"phases" names "executor"/],
    ['an unknown trust', deny({ trust: 'Full' }), /"trust" must be one of/],
    ['no patterns', deny({ args: {} }), /"args" must be a table/],
    ['a number as a pattern', deny({ args: { path: 1 } }), /"args" must be a table/],
    ['look-around', deny({ args: { path: '(?=a)' } }), /pattern "\(\?=a\)" cannot be used/],
    ['too many alternatives', deny({ tools: ['{a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d}'] }), /alternatives/],
    ['a reason that is no text', deny({ reason: 1 }), /"reason" must be a text/],
  ])('%s is refused with the number of the rule', (_what, rule, message) => {
    const make = () => ruleSetOf([], [deny(), rule])
    expect(make).toThrow(CountersignError)
    expect(make).toThrow(message)
    expect(make).toThrow('rule 2 of [tools.authorization]')
  })
})

describe('why', () => {
  test('the deciding rule can be named for a tool in general, where a prohibition may hold and a permission may not', () => {
    const ruleSet = ruleSetOf([
      { action: 'allow', tools: ['*'], paths: ['drafts/**'] },
      { action: 'deny', tools: ['file_write'], args: { path: 'x' } },
      { action: 'ask', tools: ['*'] },
    ])
    const { tool } = sampleProposal({ tool: writer }).call
    const subject = { tool, risk: 'write', phase: 'Executor', trust: 'Provisional' } as const
    expect(ruleSet.ruleFor(subject)?.number).toBe(2)
    expect(ruleSet.ruleFor({ ...subject, args: { path: 'drafts/x' } })?.number).toBe(1)
    expect(ruleSet.ruleFor({ ...subject, args: { path: 'y' } })?.number).toBe(3)
    expect(ruleSetOf([]).ruleFor(subject)).toBeUndefined()
  })
})

test('the gate passes the exam', async () => {
  expect(await examineGate(gateOf([deny({ paths: ['*.md'] })]), sampleProposal(), sampleScope())).toEqual([])
})
