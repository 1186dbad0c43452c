import { cpSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type JsonObject, canonicalJson, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { type Finding, createMac, openLedger, verifyAll } from '../../src/ledger/index.ts'
import {
  type Audited,
  type LogLine,
  fillAudited,
  ledgerOf,
  linesOf,
  logLines,
  newAudited,
  noteOnce,
  openAudited,
  remember,
  removeAudited,
  writeLines,
  writeLog,
} from './audited-workspace.ts'

const SESSIONS = ['alice', 'bob', 'cäcilie/../x']
const LAST = 40 // how many lines fillAudited writes

const place = newAudited()
let putRight = (): void => {}
beforeAll(async () => {
  await fillAudited(place, SESSIONS)
  putRight = remember(place)
})
beforeEach(() => putRight())
afterAll(() => removeAudited(place))

const verifyNow = async (): Promise<readonly Finding[]> => verifyAll(await ledgerOf(place)).failed
const ofLog = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ file }) => file === 'log')
const otherFiles = (findings: readonly Finding[]): readonly string[] =>
  [...new Set(findings.map(({ file }) => file))].filter(file => file !== 'log')

const inLog = (
  line: number | null,
  check: string,
  told: { expected: unknown; actual: unknown; session?: string | null },
): unknown => ({
  session: null,
  file: 'log',
  line,
  check,
  ...told,
})
const badMac = (line: number, text: string, session: string | null): unknown =>
  inLog(line, 'mac', { expected: 'the mac of the line as it was written', actual: excerpt(text), session })
const wrongSeq = (line: number, expected: number, actual: number, session: string | null): unknown =>
  inLog(line, 'seq', { expected: String(expected), actual: String(actual), session })
const cut = (left: number): unknown => inLog(left + 1, 'cut', { expected: `${LAST} lines`, actual: `${left} lines` })
const notOurs = (line: number, text: string): unknown =>
  inLog(line, 'line', { expected: 'an entry of this log', actual: excerpt(text) })
const excerpt = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text)

/** Line numbers begin with 1, as in the findings. */
function changeLine(line: number, change: (text: string) => string): string {
  const lines = logLines(place).map((each, index): LogLine =>
    index === line - 1 ? { ...each, text: change(each.text) } : each,
  )
  writeLog(place, lines)
  return lines[line - 1]?.text ?? ''
}
function changeLines(change: (lines: LogLine[]) => readonly LogLine[]): void {
  writeLog(place, change([...logLines(place)]))
}
const lineAt = (line: number): LogLine => logLines(place)[line - 1] ?? { segment: '', text: '' }
const entryAt = (line: number): JsonObject => objectIn(parseJsonText(lineAt(line).text))
const objectIn = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** What opening says: the code of its refusal, or nothing. */
async function openingRefusal(): Promise<string | undefined> {
  const opened = await openLedger(await ledgerOf(place))
  return opened.ok ? undefined : opened.error.code
}

describe('the log as it was written', () => {
  test('has all kinds of lines in several segments, holds, and opens', async () => {
    expect(logLines(place)).toHaveLength(LAST)
    expect(new Set(logLines(place).map(({ segment }) => segment)).size).toBeGreaterThan(4)
    const { failed, ...counts } = verifyAll(await ledgerOf(place))
    expect(failed).toEqual([])
    expect(counts).toMatchObject({
      entries: LAST,
      receipts: 21,
      verified: 21,
      uncheckable: 0,
      checkpoint: { size: 29 },
    })
    expect(await openingRefusal()).toBeUndefined()
  })
})

describe('a line that was edited', () => {
  test('[RCPT-05] in its receipt is found by the mac of the line and the signature of the receipt, and in the other files', async () => {
    const edited = changeLine(20, text => text.replaceAll('noted Ä', 'noted X'))
    const findings = await verifyNow()
    expect(ofLog(findings)).toEqual([
      inLog(20, 'signature', {
        expected: expect.stringMatching(/^[0-9a-f]{64}$/),
        actual: signatureIn(edited),
        session: 'alice',
      }),
      badMac(20, edited, 'alice'),
    ])
    expect(otherFiles(findings)).toEqual(['sessions/alice/tool_receipts.jsonl', 'checkpoints/000000000029.txt'])
  })

  test('in an intent, which has no receipt, is found by its mac', async () => {
    const edited = changeLine(19, text => text.replace('"risk":"write"', '"risk":"read"'))
    expect(ofLog(await verifyNow())).toEqual([badMac(19, edited, null)])
  })

  test('so that it is no JSON any more is found', async () => {
    const edited = changeLine(25, text => text.slice(0, 300))
    expect(ofLog(await verifyNow())).toEqual([notOurs(25, edited), badMac(25, edited, null)])
  })

  test('in its mac alone is found', async () => {
    const edited = changeLine(19, text =>
      text.replace(/"mac":"(.)/, (_, digit: string) => `"mac":"${digit === '0' ? '1' : '0'}`),
    )
    expect(ofLog(await verifyNow())).toEqual([badMac(19, edited, null)])
  })

  test('by somebody who knows secret.key and edits log, receipts and audit file alike is found', async () => {
    const before = textOf(objectIn(objectIn(entryAt(20)['body'])['receipt'])['signature'])
    const forged = forgeReceipt(entryAt(20))
    const text = changeLine(20, () => forged.line)
    for (const view of ['audit.jsonl', 'sessions/alice/tool_receipts.jsonl']) {
      const path = join(place.audit, view)
      writeLines(
        path,
        linesOf(path).map(line => (line.includes(before) ? forged.receipt : line)),
      )
    }
    const findings = await verifyNow()
    expect(ofLog(findings)).toEqual([badMac(20, text, 'alice')])
    expect(otherFiles(findings)).toEqual(['checkpoints/000000000029.txt'])
  })

  test('is still found when more has been written since', async () => {
    const edited = changeLine(19, text => text.replace('"risk":"write"', '"risk":"read"'))
    const runtime = await openAudited(place)
    expect((await noteOnce(runtime, 'bob', 'after the edit')).ok).toBe(true)
    await runtime.close()
    expect(ofLog(await verifyNow())).toEqual([badMac(19, edited, null)])
  })

  test('at the very end is refused at once, even if it is as long as before', async () => {
    changeLine(LAST, text => text.replace('"seq":40', '"seq":41'))
    expect(await openingRefusal()).toBe('ledger_cut')
    expect(ofLog(await verifyNow())).toContainEqual(wrongSeq(LAST, 40, 41, 'alice'))
  })
})

const signatureIn = (line: string): string => /"signature":"([0-9a-f]{64})"/.exec(line)?.[1] ?? ''

/** The line with another result, signed anew with the key that lies beside the log. */
function forgeReceipt(entry: JsonObject): { readonly line: string; readonly receipt: string } {
  const secret = Buffer.from(readFileSync(join(place.audit, 'secret.key'), 'utf8'), 'base64')
  const body = objectIn(entry['body'])
  const { signature: _old, signature_alg, ...unsigned } = objectIn(body['receipt'])
  const changed: JsonObject = { ...unsigned, outputs: { text: 'something else', truncated: false } }
  const receipt: JsonObject = {
    ...changed,
    signature: createMac(secret)(canonicalJson(changed)),
    signature_alg: signature_alg ?? null,
  }
  return { line: canonicalJson({ ...entry, body: { ...body, receipt } }), receipt: canonicalJson(receipt) }
}

describe('a line that is gone, elsewhere or there twice', () => {
  test('removed in the middle: the gap is named, and how many lines are missing', async () => {
    const { text } = lineAt(21)
    changeLines(lines => lines.toSpliced(19, 1))
    const findings = await verifyNow()
    expect(ofLog(findings)).toEqual([wrongSeq(20, 20, 21, sessionIn(text)), cut(39)])
    expect(otherFiles(findings).toSorted()).toEqual([
      'audit.jsonl',
      'checkpoints/000000000029.txt',
      'permissions.jsonl',
      'sessions/alice/tool_receipts.jsonl',
    ])
  })

  test('removed at the beginning', async () => {
    changeLines(lines => lines.slice(1))
    expect(ofLog(await verifyNow())).toEqual([wrongSeq(1, 1, 2, null), cut(39)])
  })

  test('two exchanged: all three places where the order breaks are named', async () => {
    changeLines(lines => {
      const [a, b] = [lines[19], lines[20]]
      return a && b ? lines.toSpliced(19, 2, { ...b, segment: a.segment }, { ...a, segment: b.segment }) : lines
    })
    expect(ofLog(await verifyNow())).toEqual([
      wrongSeq(20, 20, 21, 'alice'),
      wrongSeq(21, 22, 20, 'alice'),
      wrongSeq(22, 21, 22, null),
    ])
  })

  test('written twice', async () => {
    changeLines(lines => lines.toSpliced(20, 0, ...lines.slice(19, 20)))
    expect(ofLog(await verifyNow())).toEqual([wrongSeq(21, 21, 20, 'alice')])
  })

  test('written twice at the very end, where a crash might have left it', async () => {
    changeLines(lines => [...lines, ...lines.slice(-1)])
    expect(ofLog(await verifyNow())).toEqual([wrongSeq(41, 41, 40, 'alice')])
  })

  test('a whole segment removed', async () => {
    const first = logLines(place).findIndex(({ segment }) => segment === '000003.jsonl') + 1
    const next = logLines(place).findIndex(({ segment }) => segment === '000004.jsonl') + 1
    rmSync(join(place.audit, 'log', '000003.jsonl'))
    expect(ofLog(await verifyNow())).toEqual([
      wrongSeq(first, first, next, sessionIn(lineAt(first).text)),
      cut(LAST - (next - first)),
    ])
  })

  test('two segments that changed their names', async () => {
    const files = ['000002.jsonl', '000003.jsonl'].map(name => join(place.audit, 'log', name))
    const [a, b] = files.map(file => readFileSync(file))
    if (a && b) files.forEach((file, index) => writeFileSync(file, index === 0 ? b : a))
    expect(ofLog(await verifyNow()).map(({ check, line }) => [check, line])).toEqual([
      ['seq', 13],
      ['seq', 19],
      ['seq', 25],
    ])
  })
})

function sessionIn(text: string): string | null {
  const { receipt, audit } = objectIn(objectIn(parseJsonText(text))['body'])
  const told = receipt ?? audit
  return isJsonObject(told) ? textOf(told['session_id']) : null
}

describe('a line that was put in', () => {
  const forgedAfter = (line: number): LogLine => {
    const { segment, text } = lineAt(line)
    return {
      segment,
      text: text.replace(/"seq":\d+/, `"seq":${line + 1}`).replace(/"call_id":"call_/g, '"call_id":"call_f'),
    }
  }

  test('forged, in the middle: its mac gives it away, and every number behind it is one too low', async () => {
    const forged = forgedAfter(19)
    changeLines(lines => lines.toSpliced(19, 0, forged))
    expect(ofLog(await verifyNow())).toEqual([wrongSeq(21, 21, 20, 'alice'), badMac(20, forged.text, null)])
  })

  test('forged, at the end: found, and dropped by the next writer instead of being taken over', async () => {
    const forged = forgedAfter(LAST)
    changeLines(lines => [...lines, forged])
    expect(ofLog(await verifyNow())).toEqual([notOurs(41, forged.text)])
    const runtime = await openAudited(place)
    expect((await noteOnce(runtime, 'bob', 'goes on')).ok).toBe(true)
    await runtime.close()
    expect(await verifyNow()).toEqual([])
    expect(logLines(place).some(({ text }) => text === forged.text)).toBe(false)
    expect(objectIn(entryAt(41)['body'])).toEqual({
      adopted: 0,
      dropped_bytes: Buffer.byteLength(forged.text) + 1,
      event: 'recovered',
    })
  })

  test('copied from the log of another user, with the right number, at the end', async () => {
    const copied = await lineOfOther({ place: newAudited(), line: 41 })
    changeLines(lines => [...lines, { segment: lineAt(LAST).segment, text: copied }])
    expect(ofLog(await verifyNow())).toEqual([notOurs(41, copied)])
  })

  test('copied from another workspace of the same user, with the right number, at the end: found, and not taken over', async () => {
    const copied = await lineOfOther({ place: { ...newAudited(), state: place.state }, line: 41 })
    changeLines(lines => [...lines, { segment: lineAt(LAST).segment, text: copied }])
    const found = ofLog(await verifyNow())
    const runtime = await openAudited(place)
    await noteOnce(runtime, 'bob', 'goes on')
    await runtime.close()
    const adopted = logLines(place).filter(({ text }) => text === copied)
    expect({ found, adopted }).toEqual({ found: [notOurs(41, copied)], adopted: [] })
  })
})

/** A line of another log that is one line longer than ours. */
async function lineOfOther({
  place: other,
  line,
}: {
  readonly place: Audited
  readonly line: number
}): Promise<string> {
  await fillAudited(other, SESSIONS)
  const runtime = await openAudited(other)
  await noteOnce(runtime, 'bob', 'one more')
  await runtime.close()
  const { text } = logLines(other)[line - 1] ?? { text: '' }
  removeAudited(other)
  return text
}

describe('a log that was cut', () => {
  const lastSegment = (): string =>
    join(place.audit, 'log', readdirSync(join(place.audit, 'log')).toSorted().at(-1) ?? '')
  const cutBytes = (count: number): void => truncateSync(lastSegment(), readFileSync(lastSegment()).length - count)

  test('by its last line is found, and nothing opens it', async () => {
    changeLines(lines => lines.slice(0, -1))
    expect(ofLog(await verifyNow())).toEqual([cut(39)])
    expect(await openingRefusal()).toBe('ledger_cut')
  })

  test('in the middle of its last line is found, and nothing opens it', async () => {
    const { text } = lineAt(LAST)
    cutBytes(10)
    const findings = ofLog(await verifyNow())
    for (const told of [notOurs(LAST, text), badMac(LAST, text, null)]) expect(findings).toContainEqual(told)
    expect(findings.filter(({ line }) => line !== LAST)).toEqual([])
    expect(await openingRefusal()).toBe('ledger_cut')
  })

  test('by its very last byte is found, and nothing opens it', async () => {
    cutBytes(1)
    expect(await openingRefusal()).toBe('ledger_cut')
    expect(ofLog(await verifyNow())).toMatchObject([{ file: 'log', line: LAST }])
  })

  test('by the last byte of an earlier segment is found', async () => {
    const path = join(place.audit, 'log', '000002.jsonl')
    truncateSync(path, readFileSync(path).length - 1)
    expect(ofLog(await verifyNow())).toMatchObject([{ file: 'log', line: 18 }])
  })

  test('by its last segment is found, and nothing opens it', async () => {
    rmSync(lastSegment())
    expect(ofLog(await verifyNow())).toEqual([cut(37)])
    expect(await openingRefusal()).toBe('ledger_cut')
  })

  test('by everything is found, also if the folder is gone', async () => {
    rmSync(join(place.audit, 'log'), { recursive: true })
    const findings = await verifyNow()
    expect(ofLog(findings)).toEqual([cut(0)])
    expect(otherFiles(findings)).toContain('audit.jsonl')
    expect(await openingRefusal()).toBe('ledger_cut')
  })

  test('together with everything else of the workspace is found', async () => {
    rmSync(join(place.root, '.control-room'), { recursive: true })
    expect(ofLog(await verifyNow())).toEqual([cut(0)])
    expect(await openingRefusal()).toBe('ledger_cut')
  })

  test('by putting back an earlier copy of the whole folder is found, and nothing opens it', async () => {
    const copy = join(place.root, '..', 'earlier')
    cpSync(place.audit, copy, { recursive: true })
    const runtime = await openAudited(place)
    await noteOnce(runtime, 'bob', 'to be forgotten')
    await runtime.close()
    rmSync(place.audit, { recursive: true })
    cpSync(copy, place.audit, { recursive: true })
    expect(await verifyNow()).toEqual([inLog(41, 'cut', { expected: '42 lines', actual: '40 lines' })])
    expect(await openingRefusal()).toBe('ledger_cut')
  })
})

describe('a log that this machine did not write', () => {
  test('is unknown: it is not opened, and nothing more is said of it', async () => {
    const stranger: Audited = { ...place, state: `${place.state}-of-another` }
    const ledger = await ledgerOf(stranger)
    expect(verifyAll(ledger).failed).toEqual([
      inLog(1, 'unknown_log', { expected: 'a log that this machine wrote', actual: `${LAST} lines of unknown origin` }),
    ])
    const opened = await openLedger(ledger)
    expect(opened).toMatchObject({ ok: false, error: { code: 'ledger_unknown' } })
  })
})
