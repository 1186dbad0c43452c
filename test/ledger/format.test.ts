import { createHmac } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JsonObject, canonicalJson, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import {
  type Verification,
  acceptLedger,
  openLedger,
  systemDisk,
  verifierKey,
  verifyAll,
} from '../../src/ledger/index.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { randomFrom } from './simulated-disk.ts'
import { fieldsOfCalls } from './vectors/fields-of-calls.ts'
import {
  type AuditFolder,
  type TheirAnswer,
  askPython,
  runVerifier,
  theirsSay,
} from './vectors/independent-verifier.ts'
import { BLOCKS, fieldsUnder } from './vectors/page.ts'
import { MALLEABLE, RFC_8032 } from './vectors/rfc-8032.ts'
import { TAMPERING, changed, lastSegment } from './vectors/tampering.ts'
import { mustOpen, writeTinyLog } from './vectors/tiny-log.ts'
import { type VariedLog, callInSession, writeVariedLog } from './vectors/varied-log.ts'
import { lacksPython } from '../system-needs.ts'

const VECTORS = join(import.meta.dirname, 'vectors')

/** All files below a folder, by their path in it. */
function filesBelow(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  return new Map(paths.map(path => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
}

describe('the page, the example and the code say the same', () => {
  const stored = parseJsonText(readFileSync(join(VECTORS, 'values.json'), 'utf8'))

  test('the code writes the example as it is stored, byte for byte', async () => {
    const folder = join(temporaryFolder().path, 'audit')
    expect(await writeTinyLog(folder)).toEqual(stored)
    expect(filesBelow(folder)).toEqual(filesBelow(join(VECTORS, 'audit')))
  })

  test('every file and value of the example stands on the page, and nothing else', () => {
    const files = [...filesBelow(join(VECTORS, 'audit'))]
    const values = Object.entries(isJsonObject(stored) ? stored : {}).map(
      ([label, text]) => [label, `${textOf(text)}\n`] as const,
    )
    expect(Object.fromEntries(BLOCKS)).toEqual(Object.fromEntries([...files, ...values]))
    expect(new Set(BLOCKS.map(([label]) => label)).size).toBe(BLOCKS.length)
  })

  test('the macs are made as the page says', () => {
    const block = (label: string): string => (BLOCKS.find(([name]) => name === label)?.[1] ?? '').trimEnd()
    const hmac = (key: string, text: string): string =>
      createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex')
    expect(block('line-mac-key')).toBe(hmac(block('mac-key'), 'countersign/example'))
    const lines = block('log/000001.jsonl').split('\n')
    const macs = lines.map(line => /"mac":"([0-9a-f]{64})"/.exec(line)?.[1] ?? '')
    expect(lines.map((line, index) => hmac(block('line-mac-key'), line.replace(macs[index] ?? '', '')))).toEqual(macs)
    expect(lines[0]?.replace(macs[0] ?? '', '')).toBe(block('mac-input'))
  })

  test('the fields that the page lists are those that real calls leave', async () => {
    const seen = await fieldsOfCalls()
    expect([...seen.keys()].toSorted()).toEqual([
      'attempt',
      'audit',
      'facts',
      'facts of a replay',
      'intent',
      'permission',
      'receipt',
    ])
    for (const [heading, values] of seen) {
      const { always, sometimes } = fieldsUnder(heading)
      const missing = values.flatMap(value => always.filter(name => !(name in value)))
      const unlisted = values.flatMap(value =>
        Object.keys(value).filter(name => ![...always, ...sometimes].includes(name)),
      )
      expect({ heading, missing, unlisted }).toEqual({ heading, missing: [], unlisted: [] })
    }
  })
})

const isFound = ({ failed }: Verification): boolean => failed.length > 0

describe.skipIf(lacksPython)('a verifier that shares no code with ours', () => {
  const home = mkdtempSync(join(tmpdir(), 'countersign-format-'))
  const original = join(home, 'original')
  let varied: VariedLog
  let copies = 0
  beforeAll(async () => {
    varied = await writeVariedLog(original)
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const key = (): string => verifierKey(varied.options.origin, varied.options.signingKey.publicKey)
  const theirs = (...folders: readonly AuditFolder[]): readonly TheirAnswer[] => theirsSay(key(), folders)
  const theirsSays = (folder: string, note?: string): TheirAnswer =>
    theirs({ folder, note })[0] ?? expect.fail('no answer')
  const oursSays = (folder: string, { options, notes }: VariedLog = varied): Verification =>
    verifyAll({ ...options, disk: systemDisk(folder) }, { note: notes.at(-1) ?? '' })
  const newest = (): string => varied.notes.at(-1) ?? ''

  function copy(of = original): string {
    copies += 1
    const folder = join(home, `copy ${copies}`)
    cpSync(of, folder, { recursive: true })
    return folder
  }

  test('says of an honest log what ours says, and nothing more', () => {
    const { notes, ...same } = theirsSays(original, newest())
    expect(same).toEqual(oursSays(original))
    expect(same).toMatchObject({
      entries: 73,
      receipts: 24,
      verified: 24,
      uncheckable: 0,
      failed: [],
      checkpoint: { size: 73 },
    })
    expect(notes).toEqual([])
    expect(readdirSync(join(original, 'log')).length).toBeGreaterThan(5)
  })

  describe('tampering', () => {
    const found = new Map<string, { readonly ours: boolean; readonly theirs: boolean }>()
    beforeAll(() => {
      const cases = TAMPERING.map(([title, spoil]) => ({ title, spoil, folder: copy(), note: newest() }))
      for (const { folder, spoil } of cases) spoil(folder)
      const answers = theirs(...cases.map(({ folder, note }) => ({ folder, note })))
      for (const [index, { title, folder }] of cases.entries())
        found.set(title, {
          ours: isFound(oursSays(folder)),
          theirs: isFound(answers[index] ?? expect.fail('no answer')),
        })
    })

    test.each(TAMPERING.map(([title]) => title))('%s: both find it', title => {
      expect(found.get(title)).toEqual({ ours: true, theirs: true })
    })

    test('another secret.key: ours finds it; theirs, without its hash, can only say that it checks no receipt', () => {
      const folder = copy()
      writeFileSync(join(folder, 'secret.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`)
      expect(oursSays(folder)).toMatchObject({
        failed: [{ file: 'secret.key', check: 'secret' }],
        verified: 0,
        uncheckable: 24,
      })
      expect(theirsSays(folder, newest())).toMatchObject({ failed: [], verified: 0, uncheckable: 24 })
    })
  })

  test.each([
    ['half a character', '"\\ud800"'],
    ['a number beyond all doubles', '1e999'],
    ['a hundred thousand levels', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('a line with %s is found by theirs, and stops nothing', (_, text) => {
    const folder = copy()
    changed('log/000002.jsonl', lines => lines.map(line => line.replace('"nine"', () => text)))(folder)
    expect(theirsSays(folder)).toMatchObject({
      entries: 73,
      failed: expect.arrayContaining([expect.objectContaining({ check: 'line' })]),
    })
  })

  test('[RCPT-05] of 200 flipped bits, wherever they are, both find every one', async () => {
    const folder = join(home, 'flipped')
    const log = await writeVariedLog(folder, { rounds: 2, sessions: ['one', 'two 🎉'] })
    const random = randomFrom(6_962)
    const sizes = [...filesBelow(folder).keys()]
      .toSorted()
      .map(file => ({ file, size: readFileSync(join(folder, file)).length }))
    const flips = Array.from({ length: 200 }, () => {
      const { file, size } = sizes[Math.floor(random() * sizes.length)] ?? expect.fail('no file')
      return { file, size, at: Math.floor(random() * size), bit: Math.floor(random() * 8) }
    })
    const note = log.notes.at(-1)
    const answers = theirs(...flips.map(({ file, at, bit }) => ({ folder, note, flip: { file, at, bit } })))
    const missedByTheirs = flips.filter((_, index) => !isFound(answers[index] ?? expect.fail('no answer')))
    // Whoever has only the folder cannot tell a wrong secret.key from an old one.
    expect(missedByTheirs.filter(({ file }) => file !== 'secret.key')).toEqual([])
    const missedByOurs = flips.filter(({ file, at, bit }) => {
      const before = readFileSync(join(folder, file))
      writeFileSync(join(folder, file), before.with(at, (before[at] ?? 0) ^ (1 << bit)))
      const answer = oursSays(folder, log)
      writeFileSync(join(folder, file), before)
      return !isFound(answer)
    })
    expect(missedByOurs).toEqual([])
    expect([oursSays(folder, log).failed, theirsSays(folder, note).failed]).toEqual([[], []])
  })

  describe('what comes after the last checkpoint', () => {
    const grown = join(home, 'grown')
    let log: VariedLog
    beforeAll(async () => {
      log = await writeVariedLog(grown)
      const ledger = mustOpen(await openLedger(log.options))
      await callInSession({ session: 'late-0123abcd', round: 1, ledger })
      await ledger.close()
    })
    const both = (folder: string): readonly [Verification, TheirAnswer] => [oursSays(folder, log), theirsSays(folder)]
    const withLastSegment = (change: (text: string) => string): string => {
      const folder = copy(grown)
      const path = join(folder, lastSegment(folder))
      writeFileSync(path, change(readFileSync(path, 'utf8')))
      return folder
    }

    test('is told as not covered, and is no failure', () => {
      const [ours, other] = both(grown)
      expect([ours.failed, other.failed]).toEqual([[], []])
      expect(other).toMatchObject({ entries: 79, checkpoint: { size: 73 } })
      expect(other.notes).toEqual(['the last 6 of 79 lines are not covered by a checkpoint'])
    })

    test('a line that a crash cut off is a note for theirs and nothing for ours', () => {
      const [ours, other] = both(withLastSegment(text => `${text}{"at":"2026-`))
      expect([ours.failed, other.failed]).toEqual([[], []])
      expect(other.notes[0]).toMatch(/^the last line is unfinished/)
    })

    test.each([
      ['a line that is no entry', (text: string) => `${text}{"at":"2026-01-02T03:04:09.000Z"}\n`],
      ['a space', (text: string) => text.replace(/"type": *(?=[^\n]*\n$)/, '"type": ')],
      ['another number', (text: string) => text.replace('"seq":79', '"seq":80')],
      ['an earlier time', (text: string) => text.replace(/"at":"2026(?=[^\n]*\n$)/, '"at":"2025')],
    ])('%s is found by both, by theirs without any checkpoint over it', (_, change) => {
      expect(both(withLastSegment(change)).map(isFound)).toEqual([true, true])
    })

    test('a wrong mac is found by ours alone: theirs has neither the key nor a checkpoint over it', () => {
      const answers = both(withLastSegment(text => text.replace(/"mac":"[0-9a-f]{4}(?=[^\n]*\n$)/, '"mac":"0000')))
      expect(answers.map(isFound)).toEqual([true, false])
    })
  })

  test('a log that a person has accepted holds for both, and a checkpoint from before still tells of the change', async () => {
    const folder = join(home, 'accepted')
    const { options, notes } = await writeVariedLog(folder)
    changed('log/000002.jsonl', lines => lines.map(line => line.replaceAll('"nine"', '"none"')))(folder)
    changed('log/000004.jsonl', lines => lines.with(1, 'nothing'))(folder)
    expect((await acceptLedger(options, 'tty')).ok).toBe(true)
    const ledger = mustOpen(await openLedger(options))
    await callInSession({ session: 'afterwards', round: 9, ledger })
    expect((await ledger.checkpoint()).ok).toBe(true)
    const note = notes.at(-1) ?? ''
    expect(theirsSays(folder)).toEqual({ ...verifyAll(options), failed: [], notes: [] })
    expect([isFound(verifyAll(options, { note })), isFound(theirsSays(folder, note))]).toEqual([true, true])
  })

  test('receipts of a key that is gone are uncheckable for both', async () => {
    const folder = join(home, 'another key')
    const { options } = await writeVariedLog(folder)
    rmSync(join(folder, 'secret.key'))
    const ledger = mustOpen(await openLedger(options))
    await callInSession({ session: 'afterwards', round: 9, ledger })
    const expected = { receipts: 26, verified: 2, uncheckable: 24, failed: [] }
    expect(theirsSays(folder)).toMatchObject(expected)
    expect(verifyAll(options)).toMatchObject(expected)
  })

  describe('as a command', () => {
    test('exits 0 or 4, and prints what ours prints, with notes beside it', () => {
      const note = join(home, 'note.txt')
      writeFileSync(note, newest())
      const good = runVerifier(original, '--key', key(), '--checkpoint', note, '--json')
      expect({ status: good.status, told: JSON.parse(good.stdout) }).toEqual({
        status: 0,
        told: { ...oursSays(original), notes: [] },
      })
      const folder = copy()
      rmSync(join(folder, 'sessions/plain'), { recursive: true })
      const bad = runVerifier(folder, '--key', key(), '--json')
      expect({ status: bad.status, told: JSON.parse(bad.stdout) }).toEqual({
        status: 4,
        told: { ...oursSays(folder), notes: [] },
      })
    })

    test('exits 2 where nothing can be checked', () => {
      expect(runVerifier(original, '--key', 'no key').status).toBe(2)
      expect(runVerifier(original, '--key', key().replace('+', '0+')).status).toBe(2)
      expect(runVerifier(join(home, 'nowhere'), '--key', key()).status).toBe(2)
      expect(runVerifier(temporaryFolder().path, '--key', key()).status).toBe(2)
    })

    test('with the key of another log no checkpoint counts', () => {
      const other = verifierKey('countersign/other', varied.options.signingKey.publicKey)
      const told = JSON.parse(runVerifier(original, '--key', other, '--json').stdout)
      expect(told).toMatchObject({
        checkpoint: null,
        failed: [{ check: 'checkpoint' }, { check: 'checkpoint' }, { check: 'checkpoint' }],
      })
    })
  })

  test('it writes canonical JSON as ours does, for doubles of every size', () => {
    const random = randomFrom(8_785)
    const view = new DataView(new ArrayBuffer(8))
    const doubles = Array.from({ length: 5_000 }, () => {
      view.setUint32(0, random() * 2 ** 32)
      view.setUint32(4, random() * 2 ** 32)
      return view.getFloat64(0)
    })
    const near = Array.from({ length: 44 }, (_, power) => [1, 1.5, 123].map(digits => digits * 10 ** (power - 22)))
    const values = [
      ...doubles.filter(Number.isFinite),
      ...near.flat(),
      2 ** 53,
      2 ** 53 + 2,
      -(2 ** 53),
      5e-324,
      Number.MAX_VALUE,
    ]
    expect(askPython('def answer(told): return v.canonical(told)', values)).toEqual(values.map(canonicalJson))
  })

  test('it knows the signatures of RFC 8032, and refuses them changed', () => {
    const holds = (cases: readonly JsonObject[]): readonly unknown[] =>
      askPython(
        "def answer(told): return v.ed25519_holds(*(bytes.fromhex(told[name]) for name in ('key', 'message', 'signature')))",
        cases,
      )
    expect(holds(RFC_8032)).toEqual([true, true, true])
    expect(holds(RFC_8032.map(told => ({ ...told, message: `${told.message}00` })))).toEqual([false, false, false])
    expect(holds(MALLEABLE)).toEqual([false, false, false])
  })
})
