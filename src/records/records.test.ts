import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, jsonValue, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { openConferenceTelemetry } from './conference-telemetry.ts'
import { bucketOf } from './failure-bucket.ts'
import { linkIssue } from './link-issue.ts'
import { linkedIssues } from './linked-issues.ts'

test('[TELE-02] the six codes of a tool call map into tool_syntax or format_error', () => {
  const codes = ['invalid_format', 'unknown_tool', 'invalid_args', 'multiple', 'nonce_invalid', 'output_limit'].map(
    code => bucketOf(`tool_call_${code}`),
  )
  expect(codes).toEqual(['tool_syntax', 'tool_syntax', 'tool_syntax', 'format_error', 'format_error', 'format_error'])
  expect([bucketOf('toString'), bucketOf('')]).toEqual(['evidence_invalid', 'evidence_invalid'])
})

test('[TELE-03] counts survive a restart and rise for their pair alone', () => {
  const { path } = temporaryFolder()
  const first = openConferenceTelemetry(path)
  first.count({ conference: 'c', agent: 'a', inputTokens: 5, outputTokens: 2 })
  first.count({ conference: 'c', agent: 'b', code: 'cot_leak' })
  first.save()
  const second = openConferenceTelemetry(path)
  expect(second.pairs()).toEqual(first.pairs())
  expect(second.count({ conference: 'c', agent: 'a', inputTokens: 1 }).tokens).toEqual({ input: 6, output: 2 })
  expect(second.pairs().find(({ agent_id }) => agent_id === 'b')?.tokens).toEqual({ input: 0, output: 0 })
})

test('a file of counts that somebody has changed is read as far as it makes sense', () => {
  const { path } = temporaryFolder()
  assert(
    property(oneof(jsonValue(), string()), content => {
      writeFileSync(
        join(path, 'totals.json'),
        typeof content === 'string' ? content : JSON.stringify({ pairs: content }),
      )
      const telemetry = openConferenceTelemetry(path)
      const { buckets, tokens } = telemetry.count({ conference: 'c', agent: 'a', code: 'cot_leak', inputTokens: 1 })
      expect([buckets.cot_leak >= 1, Number.isSafeInteger(tokens.input)]).toEqual([true, true])
    }),
    { numRuns: 200 },
  )
})

test('[API-05] an issue’s id never leads out of its folder, and the same link is written once', () => {
  const audit = temporaryFolder().path
  assert(
    property(string({ unit: 'binary', minLength: 1, maxLength: 50 }), issue => {
      const linked = linkIssue(audit, {
        issue: issue.toWellFormed(),
        session: 's',
        receipts: [],
        at: '2026-01-01T00:00:00.000Z',
      })
      expect(linked.ok && linked.value).toMatch(/^issues\/[\w-]+\/sessions\.jsonl$/)
    }),
    { numRuns: 100, examples: [['../../x'], ['..'], ['.'], ['a/b'], ['/etc/x'], ['a.b']] },
  )
  const link = { issue: '7', session: 's', receipts: ['rcpt_1'], at: '2026-01-01T00:00:00.000Z' }
  linkIssue(audit, link)
  linkIssue(audit, { ...link, at: '2026-02-01T00:00:00.000Z' })
  expect(
    readFileSync(join(audit, 'issues', '7', 'sessions.jsonl'), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(1)
})

test('a link in the place of an issue’s folder is not followed', () => {
  const audit = temporaryFolder().path
  const elsewhere = temporaryFolder().path
  mkdirSync(join(audit, 'issues'))
  symlinkSync(elsewhere, join(audit, 'issues', '7'))
  expect(linkIssue(audit, { issue: '7', session: 's', receipts: [], at: '' })).toMatchObject({
    ok: false,
    error: { code: 'storage_unavailable' },
  })
})

test('a receipt knows the issues that it was linked to, and what cannot be read is passed over', () => {
  const audit = temporaryFolder().path
  expect(linkedIssues(audit, 'rcpt_1')).toEqual([])
  for (const [issue, receipts] of [
    ['7', ['rcpt_1', 'rcpt_2']],
    ['a/b', ['rcpt_1']],
    ['9', ['rcpt_3']],
  ] as const)
    linkIssue(audit, { issue, session: 's', receipts, at: '2026-01-01T00:00:00.000Z' })
  mkdirSync(join(audit, 'issues', 'torn'))
  writeFileSync(join(audit, 'issues', 'torn', 'sessions.jsonl'), '{"issue_id":"torn","receipts":["rcpt_1"')
  expect(linkedIssues(audit, 'rcpt_1').toSorted()).toEqual(['7', 'a/b'])
  expect(linkedIssues(audit, 'rcpt')).toEqual([])
})

test('links to folders or files elsewhere are not read for issues', () => {
  const [audit, elsewhere] = [temporaryFolder().path, temporaryFolder().path]
  linkIssue(elsewhere, { issue: '7', session: 's', receipts: ['rcpt_1'], at: '' })
  mkdirSync(join(audit, 'issues', 'mine'), { recursive: true })
  symlinkSync(join(elsewhere, 'issues', '7'), join(audit, 'issues', '7'))
  symlinkSync(join(elsewhere, 'issues', '7', 'sessions.jsonl'), join(audit, 'issues', 'mine', 'sessions.jsonl'))
  expect(linkedIssues(audit, 'rcpt_1')).toEqual([])
})
