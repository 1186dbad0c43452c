import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../../src/core/index.ts'
import { type Finding, type Verification, openLedger, verifyAll } from '../../src/ledger/index.ts'
import { callTool } from '../../src/runtime/index.ts'
import {
  fillAudited,
  ledgerOf,
  linesOf,
  newAudited,
  noteOnce,
  openAudited,
  remember,
  removeAudited,
  writeLines,
} from './audited-workspace.ts'

const place = newAudited()
let putRight = (): void => {}
beforeAll(async () => {
  await fillAudited(place, ['alice', 'bob'])
  putRight = remember(place)
})
beforeEach(() => putRight())
afterAll(() => removeAudited(place))

const verifyNow = async (): Promise<Verification> => verifyAll(await ledgerOf(place))
const failedNow = async (): Promise<readonly Finding[]> => (await verifyNow()).failed
const at = (file: string): string => join(place.audit, file)

const RECEIPTS = 'sessions/alice/tool_receipts.jsonl'
/** Every file that is made from the log, and the session that its findings name. */
const VIEWS = [
  ['audit.jsonl', null],
  ['attempts.jsonl', null],
  ['permissions.jsonl', null],
  [RECEIPTS, 'alice'],
] as const

const inView = (
  file: string,
  line: number,
  told: { readonly expected: unknown; readonly actual: unknown },
): unknown => ({
  session: VIEWS.find(([name]) => name === file)?.[1] ?? null,
  file,
  line,
  check: 'view',
  ...told,
})
const SAYS = expect.stringMatching(/^what line \d+ of the log says$/)

describe.each(VIEWS)('%s', file => {
  test('edited: the first line that differs is named', async () => {
    const lines = linesOf(at(file))
    const edited = lines[1]?.replace('"ts":"2', '"ts":"3').replace('"timestamp":"2', '"timestamp":"3') ?? ''
    expect(edited).not.toBe(lines[1])
    writeLines(at(file), lines.toSpliced(1, 1, edited))
    expect(await failedNow()).toEqual([inView(file, 2, { expected: SAYS, actual: edited.slice(0, 120) })])
  })

  test('with a line less: the place where it is missing is named', async () => {
    const lines = linesOf(at(file))
    writeLines(at(file), lines.toSpliced(0, 1))
    expect(await failedNow()).toEqual([inView(file, 1, { expected: SAYS, actual: lines[1]?.slice(0, 120) })])
  })

  test('cut at the end', async () => {
    const lines = linesOf(at(file))
    writeLines(at(file), lines.slice(0, -1))
    expect(await failedNow()).toEqual([inView(file, lines.length, { expected: SAYS, actual: 'missing' })])
  })

  test('in another order', async () => {
    const [first = '', second = '', ...rest] = linesOf(at(file))
    writeLines(at(file), [second, first, ...rest])
    expect(await failedNow()).toEqual([inView(file, 1, { expected: SAYS, actual: second.slice(0, 120) })])
  })

  test('with a line more', async () => {
    const lines = linesOf(at(file))
    writeLines(at(file), [...lines, '{"forged":true}'])
    expect(await failedNow()).toEqual([
      inView(file, lines.length + 1, { expected: 'no more lines', actual: '{"forged":true}' }),
    ])
  })

  test('with a line twice', async () => {
    const lines = linesOf(at(file))
    writeLines(at(file), [...lines, lines.at(-1) ?? ''])
    expect(await failedNow()).toEqual([
      inView(file, lines.length + 1, { expected: 'no more lines', actual: lines.at(-1)?.slice(0, 120) }),
    ])
  })

  test('gone', async () => {
    rmSync(at(file))
    expect(await failedNow()).toEqual([inView(file, 1, { expected: SAYS, actual: 'missing' })])
  })

  test('emptied', async () => {
    truncateSync(at(file))
    expect(await failedNow()).toEqual([inView(file, 1, { expected: SAYS, actual: 'missing' })])
  })

  test('without its last byte', async () => {
    truncateSync(at(file), readFileSync(at(file)).length - 1)
    expect(await failedNow()).toMatchObject([{ file, check: 'view', line: linesOf(at(file)).length + 1 }])
  })

  test('with the line ends of another system', async () => {
    const lines = linesOf(at(file))
    writeLines(
      at(file),
      lines.map(line => `${line}\r`),
    )
    expect(await failedNow()).toMatchObject([{ file, check: 'view', line: 1 }])
  })
})

describe('session folders', () => {
  test('a deleted one is named', async () => {
    rmSync(at('sessions/alice'), { recursive: true })
    expect(await failedNow()).toEqual([inView(RECEIPTS, 1, { expected: SAYS, actual: 'missing' })])
  })

  test('all of them deleted: each is named', async () => {
    rmSync(at('sessions'), { recursive: true })
    expect((await failedNow()).map(({ file, session }) => [file, session])).toEqual([
      [RECEIPTS, 'alice'],
      ['sessions/bob/tool_receipts.jsonl', 'bob'],
    ])
  })

  test('two exchanged', async () => {
    renameSync(at('sessions/alice'), at('sessions/x'))
    renameSync(at('sessions/bob'), at('sessions/alice'))
    renameSync(at('sessions/x'), at('sessions/bob'))
    expect((await failedNow()).map(({ file, line }) => [file, line])).toEqual([
      [RECEIPTS, 1],
      ['sessions/bob/tool_receipts.jsonl', 1],
    ])
  })

  test('one that no call ever spoke of', async () => {
    mkdirSync(at('sessions/mallory'))
    const file = 'sessions/mallory/tool_receipts.jsonl'
    writeFileSync(at(file), readFileSync(at(RECEIPTS)))
    expect(await failedNow()).toEqual([
      inView(file, 1, { expected: 'no such lines in the log', actual: 'a file that the log knows nothing of' }),
    ])
  })
})

describe('what looks the same but is not', () => {
  test('bytes that only decode to the same characters are found', async () => {
    const runtime = await openAudited(place)
    await callTool({ tool: 'look', args: { text: 'odd \uFFFD sign' }, session: 'alice' }, runtime)
    await runtime.close()
    const bytes = readFileSync(at(RECEIPTS))
    const sign = bytes.indexOf(Buffer.from('\uFFFD'))
    writeFileSync(at(RECEIPTS), Buffer.concat([bytes.subarray(0, sign), Buffer.of(0xff), bytes.subarray(sign + 3)]))
    expect(await failedNow()).toMatchObject([{ file: RECEIPTS, check: 'view' }])
  })

  test('the end of a line in place of the line is found, even where the arguments look like a receipt', async () => {
    const runtime = await openAudited(place)
    await callTool({ tool: 'look', args: { a: 1, receipt: { agent_id: 'x' } }, session: 'alice' }, runtime)
    await runtime.close()
    const lines = linesOf(at(RECEIPTS))
    const last = lines.at(-1) ?? ''
    writeLines(at(RECEIPTS), [...lines.slice(0, -1), last.slice(last.indexOf('{"agent_id":"x"'))])
    expect(await failedNow()).toMatchObject([{ file: RECEIPTS, line: lines.length, check: 'view' }])
  })
})

describe('checkpoints', () => {
  const [older, newer] = ['checkpoints/000000000013.txt', 'checkpoints/000000000021.txt'] as const
  const inNote = (
    file: string,
    told: { readonly line: number | null; readonly expected: unknown; readonly actual: unknown },
  ): unknown => ({
    session: null,
    file,
    check: 'checkpoint',
    ...told,
  })
  const BROKEN = { line: null, expected: 'a checkpoint signed by this user' }

  test('are where this suite looks for them', () => {
    expect(readdirSync(at('checkpoints')).map(name => `checkpoints/${name}`)).toEqual([older, newer])
  })

  test('edited: its signature is wrong', async () => {
    writeFileSync(at(older), readFileSync(at(older), 'utf8').replace('\n13\n', '\n12\n'))
    expect(await failedNow()).toEqual([
      inNote(older, { ...BROKEN, actual: 'The signature of the checkpoint is wrong.' }),
    ])
  })

  test('no checkpoint at all', async () => {
    writeFileSync(at(older), 'nothing')
    expect(await failedNow()).toEqual([
      inNote(older, { ...BROKEN, actual: expect.stringContaining('not a checkpoint') }),
    ])
  })

  test('signed by another user', async () => {
    const other = newAudited()
    await fillAudited(other, ['alice', 'bob'])
    writeFileSync(at(older), readFileSync(join(other.audit, older)))
    removeAudited(other)
    expect(await failedNow()).toEqual([
      inNote(older, { ...BROKEN, actual: 'The checkpoint is signed with another key.' }),
    ])
  })

  test('of another log of the same user: size and both roots are named', async () => {
    const other = { ...newAudited(), state: place.state }
    await fillAudited(other, ['alice', 'bob'])
    writeFileSync(at(older), readFileSync(join(other.audit, older)))
    removeAudited(other)
    const root = expect.stringMatching(/^[0-9a-f]{64}$/)
    const findings = await failedNow()
    expect(findings).toEqual([inNote(older, { line: 13, expected: root, actual: root })])
    expect(findings[0]?.expected).not.toBe(findings[0]?.actual)
  })

  test('one in the place of the other: the newer one is missed', async () => {
    writeFileSync(at(newer), readFileSync(at(older)))
    expect(await failedNow()).toMatchObject([{ file: newer, check: 'checkpoint' }])
  })

  test('a note that was kept elsewhere proves that the log was changed before it', async () => {
    const ledger = await ledgerOf(place)
    const note = readFileSync(at(newer), 'utf8')
    expect(verifyAll(ledger, { note }).failed).toEqual([])
    const path = at('log/000001.jsonl')
    writeFileSync(path, readFileSync(path, 'utf8').replace('a test', 'no test'))
    const given = verifyAll(ledger, { note }).failed.filter(({ file }) => file === 'the given checkpoint')
    expect(given).toMatchObject([{ line: 21, check: 'checkpoint' }])
  })
})

describe('secret.key', () => {
  const inSecret = (expected: string, actual: string): unknown => ({
    session: null,
    file: 'secret.key',
    line: null,
    check: 'secret',
    expected,
    actual,
  })
  const known = (): string => sha256(readFileSync(at('secret.key')))

  test('[RCPT-05] edited: found, no receipt counts as verified by it, and it is never used again', async () => {
    const expected = known()
    const edited = Buffer.from(`${Buffer.alloc(32, 7).toString('base64')}\n`)
    writeFileSync(at('secret.key'), edited)
    const { failed, verified, uncheckable, receipts } = await verifyNow()
    expect(failed).toEqual([inSecret(expected, sha256(edited))])
    expect({ verified, uncheckable }).toEqual({ verified: 0, uncheckable: receipts })
    const runtime = await openAudited(place)
    const report = await noteOnce(runtime, 'bob', 'with a key of our own')
    await runtime.close()
    expect(report.receipt?.key_id).not.toBe(sha256(edited).slice(0, 16))
    expect(readFileSync(at('secret.key'))).not.toEqual(edited)
    expect(readFileSync(at(`secret.key.unknown-${sha256(edited).slice(0, 8)}`))).toEqual(edited)
    expect(await verifyNow()).toMatchObject({ failed: [], verified: 1, uncheckable: receipts })
  })

  test('exchanged for that of another workspace', async () => {
    const expected = known()
    const other = newAudited()
    await fillAudited(other, ['alice'])
    const foreign = readFileSync(join(other.audit, 'secret.key'))
    removeAudited(other)
    writeFileSync(at('secret.key'), foreign)
    expect(await failedNow()).toEqual([inSecret(expected, sha256(foreign))])
  })

  test('[RCPT-02] removed: found; the next opening makes a new one that only its owner can read', async () => {
    const expected = known()
    rmSync(at('secret.key'))
    expect(await failedNow()).toEqual([inSecret(expected, 'missing')])
    expect((await openLedger(await ledgerOf(place))).ok).toBe(true)
    expect(existsSync(at('secret.key'))).toBe(true)
    expect(known()).not.toBe(expected)
  })
})

describe('whatever lies there, verify answers and does not throw', () => {
  const segment = 'log/000002.jsonl'
  const rewrite = (change: (bytes: Buffer) => Uint8Array): void =>
    writeFileSync(at(segment), change(readFileSync(at(segment))))
  const CASES: readonly (readonly [string, () => void])[] = [
    ['an empty segment', () => rewrite(() => Buffer.alloc(0))],
    [
      'a segment with line ends of another system',
      () => rewrite(bytes => Buffer.from(bytes.toString().replaceAll('\n', '\r\n'))),
    ],
    ['empty lines', () => rewrite(bytes => Buffer.from(bytes.toString().replaceAll('\n', '\n\n')))],
    ['bytes that are no text', () => rewrite(bytes => Buffer.from(bytes).fill(0xff, 100, 200))],
    ['zeros', () => rewrite(bytes => Buffer.alloc(bytes.length))],
    ['a byte order mark', () => rewrite(bytes => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes]))],
    ['a torn last line', () => rewrite(bytes => bytes.subarray(0, -20))],
    ['one huge line', () => rewrite(bytes => Buffer.concat([Buffer.alloc(20 << 20, 'a'), bytes]))],
    ['JSON nested a hundred thousand deep', () => rewrite(() => Buffer.from(`${'['.repeat(100_000)}\n`))],
    [
      'numbers too large to be numbers',
      () => rewrite(bytes => Buffer.from(bytes.toString().replaceAll(/"seq":\d+/g, '"seq":1e400'))),
    ],
    ['a checkpoint of 5 MB', () => writeFileSync(at('checkpoints/000000000013.txt'), Buffer.alloc(5 << 20, 'a'))],
    ['a checkpoint that is no text', () => writeFileSync(at('checkpoints/000000000013.txt'), Buffer.alloc(200, 0xff))],
    ['a secret of 100 KB', () => writeFileSync(at('secret.key'), Buffer.alloc(100_000, 'a'))],
    ['an empty secret', () => writeFileSync(at('secret.key'), '')],
  ]
  const SHAPES: readonly (readonly [string, () => void])[] = [
    ['a folder in the place of a checkpoint', () => mkdirSync(at('checkpoints/000000000099.txt'))],
    ['a folder in the place of a segment', () => mkdirSync(at('log/000099.jsonl'))],
    ['a link in the place of a segment', () => symlinkSync('/etc/hostname', at('log/000099.jsonl'))],
    ['a file in the place of a session', () => writeFileSync(at('sessions/x'), '')],
    [
      'a link in the place of the audit file',
      () => (rmSync(at('audit.jsonl')), symlinkSync('/etc/hostname', at('audit.jsonl'))),
    ],
    [
      'a file in the place of the checkpoints',
      () => (rmSync(at('checkpoints'), { recursive: true }), writeFileSync(at('checkpoints'), '')),
    ],
  ]

  test.each(CASES)('%s is found', async (_, spoil) => {
    spoil()
    expect((await failedNow()).length).toBeGreaterThan(0)
  })

  test.each(SHAPES)('%s', async (_, spoil) => {
    spoil()
    const ledger = await ledgerOf(place)
    expect(() => verifyAll(ledger)).not.toThrow()
  })
})
