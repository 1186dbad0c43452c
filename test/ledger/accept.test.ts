import { cpSync, existsSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { textOf } from '../../src/core/index.ts'
import { acceptLedger, openLedger, verifyAll } from '../../src/ledger/index.ts'
import {
  type LogLine,
  fillAudited,
  filesBelow,
  ledgerOf,
  logLines,
  newAudited,
  noteOnce,
  openAudited,
  remember,
  removeAudited,
  writeLog,
} from './audited-workspace.ts'

const SESSIONS = ['alice', 'bob']
const EVENTS = [1, 2, 3].flatMap(round => SESSIONS.map(session => ({ session, event: `event ${round} ${session}` })))
const LAST = 29 // how many lines fillAudited writes for two sessions

const place = newAudited()
let putRight = (): void => {}
beforeAll(async () => {
  await fillAudited(place, SESSIONS)
  putRight = remember(place)
})
beforeEach(() => putRight())
afterAll(() => removeAudited(place))

const changeLog = (change: (lines: LogLine[]) => readonly LogLine[]): void =>
  writeLog(place, change([...logLines(place)]))
const lastSegment = (): string =>
  join(place.audit, 'log', readdirSync(join(place.audit, 'log')).toSorted().at(-1) ?? '')
const forge = (line: LogLine): LogLine => ({ ...line, text: line.text.replace('"v":1', '"v":1 ') })

const DAMAGES: readonly (readonly [string, () => void])[] = [
  ['cut by five lines', () => changeLog(lines => lines.slice(0, -5))],
  ['cut in the middle of a line', () => truncateSync(lastSegment(), readFileSync(lastSegment()).length - 7)],
  ['cut by its last byte', () => truncateSync(lastSegment(), readFileSync(lastSegment()).length - 1)],
  ['without its last segment', () => rmSync(lastSegment())],
  ['with only a middle segment', () => changeLog(lines => lines.filter(({ segment }) => segment === '000003.jsonl'))],
  ['gone', () => rmSync(join(place.audit, 'log'), { recursive: true })],
  ['gone with everything of the workspace', () => rmSync(join(place.root, '.control-room'), { recursive: true })],
  ['with another last line', () => changeLog(lines => [...lines.slice(0, -1), ...lines.slice(-1).map(forge)])],
  ['without a line in its last segment', () => changeLog(lines => lines.toSpliced(-2, 1))],
  [
    'with two lines in another order',
    () => changeLog(lines => lines.toSpliced(-2, 2, ...lines.slice(-2).toReversed())),
  ],
]

describe.each(DAMAGES)('a log %s', (_, spoil) => {
  test('opens only after a person has accepted it, and goes on from there; what was done stays done', async () => {
    spoil()
    const left = existsSync(join(place.audit, 'log')) ? logLines(place).length : 0
    const ledger = await ledgerOf(place)
    expect(await openLedger(ledger)).toMatchObject({ ok: false, error: { code: 'ledger_cut' } })
    expect(verifyAll(ledger).failed).not.toEqual([])

    const accepted = await acceptLedger(ledger, 'tty')
    expect(accepted).toMatchObject({
      ok: true,
      value: {
        event: 'accepted',
        decided_by: 'tty',
        expected: { size: LAST, root: expect.stringMatching(/^[0-9a-f]{64}$/) },
        found: { size: left, root: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    })
    expect(verifyAll(ledger).failed).toEqual([])

    const runtime = await openAudited(place)
    const again = []
    for (const { session, event } of EVENTS) again.push(await noteOnce(runtime, session, event))
    expect(runtime.noted).toEqual([])
    expect(again.map(({ replayed, fault }) => replayed || fault?.code === 'outcome_unknown')).toEqual(
      EVENTS.map(() => true),
    )
    expect((await noteOnce(runtime, 'bob', 'something new')).ok).toBe(true)
    expect(runtime.noted).toHaveLength(1)
    await runtime.close()
    expect(verifyAll(ledger).failed).toEqual([])
  })
})

describe('accepting', () => {
  test('after a roll-back keeps what the forgotten lines had claimed', async () => {
    const copy = join(place.root, '..', 'earlier')
    cpSync(place.audit, copy, { recursive: true })
    const before = await openAudited(place)
    expect((await noteOnce(before, 'bob', 'to be forgotten')).ok).toBe(true)
    await before.close()
    rmSync(place.audit, { recursive: true })
    cpSync(copy, place.audit, { recursive: true })

    const ledger = await ledgerOf(place)
    expect(await openLedger(ledger)).toMatchObject({ ok: false, error: { code: 'ledger_cut' } })
    expect((await acceptLedger(ledger, 'tty')).ok).toBe(true)
    const after = await openAudited(place)
    expect(await noteOnce(after, 'bob', 'to be forgotten')).toMatchObject({
      ok: false,
      fault: { code: 'outcome_unknown' },
    })
    expect(after.noted).toEqual([])
    await after.close()
    expect(verifyAll(ledger).failed).toEqual([])
  })

  test('throws nothing away: the files of before lie aside, byte for byte', async () => {
    changeLog(lines => lines.slice(0, -5))
    const before = filesBelow(place.audit)
    const ledger = await ledgerOf(place)
    const accepted = await acceptLedger(ledger, 'tty')
    const aside = accepted.ok ? textOf(accepted.value['put_aside']) : ''
    const after = filesBelow(place.audit)
    for (const [path, bytes] of before) {
      const kept = path.startsWith('log/') || path === 'secret.key' ? path : `${aside}/${path}`
      expect([path, after.get(kept)?.subarray(0, bytes.length).equals(bytes)]).toEqual([path, true])
    }
  })

  test('gives no later call the result of another one, even where a line has moved into the place of a missing one', async () => {
    const twins = await openAudited(place)
    const reports = [await noteOnce(twins, 'bob', 'twin a'), await noteOnce(twins, 'bob', 'twin b')]
    await twins.close()
    const end = logLines(place).length
    const [intent, outcome, laterIntent, laterOutcome] = logLines(place).slice(end - 4)
    // As long as each other, so that what is left stands exactly where the missing lines stood.
    changeLog(lines => [
      ...lines.slice(0, end - 4),
      { segment: intent?.segment ?? '', text: laterIntent?.text ?? '' },
      { segment: outcome?.segment ?? '', text: laterOutcome?.text ?? '' },
    ])
    expect(Buffer.byteLength(outcome?.text ?? '')).toBe(Buffer.byteLength(laterOutcome?.text ?? ''))
    const ledger = await ledgerOf(place)
    expect((await acceptLedger(ledger, 'tty')).ok).toBe(true)
    const runtime = await openAudited(place)
    const again = await noteOnce(runtime, 'bob', 'twin a')
    await runtime.close()
    expect([again.receipt?.receipt_id, again.text]).not.toEqual([reports[1]?.receipt?.receipt_id, reports[1]?.text])
    expect(again).toMatchObject({ ok: false, fault: { code: 'outcome_unknown' } })
  })

  test('a log that this machine did not write puts it aside whole and begins a new one', async () => {
    const foreign = { ...place, state: `${place.state}-of-another` }
    const before = filesBelow(place.audit)
    const ledger = await ledgerOf(foreign)
    expect(await openLedger(ledger)).toMatchObject({ ok: false, error: { code: 'ledger_unknown' } })
    const accepted = await acceptLedger(ledger, 'flag')
    expect(accepted).toMatchObject({
      ok: true,
      value: { event: 'accepted', kind: 'foreign', decided_by: 'flag', without_our_mac: LAST, found: { size: LAST } },
    })
    const aside = accepted.ok ? textOf(accepted.value['put_aside']) : ''
    const after = filesBelow(place.audit)
    for (const [path, bytes] of before)
      expect([path, after.get(`${aside}/${path}`)?.equals(bytes)]).toEqual([path, true])
    expect(verifyAll(ledger).failed).toEqual([])
    expect(verifyAll(ledger).entries).toBe(1)
    const opened = await openLedger(ledger)
    expect(opened.ok).toBe(true)
    rmSync(foreign.state, { recursive: true })
  })

  test('twice is possible: what is spoiled later is found and accepted again', async () => {
    const ledger = await ledgerOf(place)
    changeLog(lines => lines.slice(0, -5))
    await acceptLedger(ledger, 'tty')
    const runtime = await openAudited(place)
    await noteOnce(runtime, 'bob', 'between')
    await runtime.close()
    writeFileSync(
      lastSegment(),
      `${readFileSync(lastSegment(), 'utf8').trimEnd().split('\n').slice(0, -1).join('\n')}\n`,
    )
    expect(await openLedger(ledger)).toMatchObject({ ok: false, error: { code: 'ledger_cut' } })
    await acceptLedger(ledger, 'tty')
    expect(verifyAll(ledger).failed).toEqual([])
    expect(readdirSync(join(place.audit, 'aside'))).toHaveLength(2)
  })
})

describe('a replay', () => {
  test('never tells what somebody has written into the log since', async () => {
    changeLog(lines =>
      lines.map(line => ({ ...line, text: line.text.replaceAll('noted Ä “event 2 bob', 'stole X “event 2 bob') })),
    )
    const runtime = await openAudited(place)
    const again = await noteOnce(runtime, 'bob', 'event 2 bob')
    await runtime.close()
    expect(again.text).not.toContain('stole')
    expect(runtime.noted).toEqual([])
  })
})
