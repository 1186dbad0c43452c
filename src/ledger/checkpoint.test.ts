import { createPublicKey, verify } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openCheckpoint, readVerifierKey, signCheckpoint, verifierKey } from './checkpoint.ts'
import { newSigningKey, readSigningKey } from './keys.ts'

const key = readSigningKey(newSigningKey())
const other = readSigningKey(newSigningKey())
const sample = { origin: 'countersign/0123456789abcdef', size: 42, root: Buffer.alloc(32, 7) }

const checkpoints = fc.record({
  origin: fc.stringMatching(/^[a-z]{1,12}\/[0-9a-f]{16}$/),
  size: fc.nat({ max: 2 ** 40 }),
  root: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => Buffer.from(bytes)),
})

describe('a checkpoint', () => {
  test('says what was signed, whatever it is', () => {
    fc.assert(
      fc.property(checkpoints, checkpoint => {
        expect(openCheckpoint(signCheckpoint(checkpoint, key), key.publicKey)).toEqual({ ok: true, value: checkpoint })
      }),
      { seed: 1, numRuns: 100 },
    )
  })

  test('has the form that other tools know: three lines, an empty one, and a signature over the first three', () => {
    const note = signCheckpoint(sample, key)
    const [origin, size, root, empty, signature = ''] = note.split('\n')
    expect([origin, size, root, empty]).toEqual([sample.origin, '42', sample.root.toString('base64'), ''])
    const blob = Buffer.from(signature.split(' ')[2] ?? '', 'base64')
    const publicKey = createPublicKey(key.privateKey)
    expect(signature).toMatch(new RegExp(`^— ${sample.origin} [A-Za-z0-9+/]+=*$`))
    expect(verify(null, Buffer.from(`${origin}\n${size}\n${root}\n`), publicKey, blob.subarray(4))).toBe(true)
  })

  test('is refused with another key, and with another name on the signature', () => {
    const note = signCheckpoint(sample, key)
    const told = {
      ok: false,
      error: { code: 'ledger_unverified', message: 'The checkpoint is signed with another key.' },
    }
    expect(openCheckpoint(note, other.publicKey)).toMatchObject(told)
    expect(openCheckpoint(note.replace(`— ${sample.origin}`, '— somebody/else'), key.publicKey)).toMatchObject(told)
  })

  test('is refused when any of its characters is another', () => {
    const note = signCheckpoint(sample, key)
    for (let at = 0; at < note.length - 4; at++) {
      const edited = `${note.slice(0, at)}${note[at] === 'x' ? 'y' : 'x'}${note.slice(at + 1)}`
      expect([at, openCheckpoint(edited, key.publicKey).ok]).toEqual([at, false])
    }
  })

  test('has one spelling only: a signature that merely decodes to the same bytes is refused', () => {
    const note = signCheckpoint(sample, key)
    const blob = /([A-Za-z0-9+/]+)=\n$/.exec(note)?.[1] ?? ''
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const last = alphabet.indexOf(blob.at(-1) ?? '')
    const alike = [1, 2, 3].map(bits => note.replace(`${blob}=\n`, `${blob.slice(0, -1)}${alphabet[last + bits]}=\n`))
    const padded = note.replace(`${blob}=\n`, `${blob}==\n`)
    expect([...alike, padded].map(edited => openCheckpoint(edited, key.publicKey).ok)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('is refused with anything before or behind it', () => {
    const note = signCheckpoint(sample, key)
    for (const edited of [
      `\n${note}`,
      `${note}\n`,
      `${note}${note}`,
      note.trimEnd(),
      note.replaceAll('\n', '\r\n'),
      '',
      ' ',
    ])
      expect(openCheckpoint(edited, key.publicKey)).toMatchObject({ ok: false, error: { code: 'ledger_unverified' } })
  })
})

describe('a public key in one line', () => {
  test('is read back', () => {
    const line = verifierKey(sample.origin, key.publicKey)
    expect(readVerifierKey(line)).toEqual({ ok: true, value: key.publicKey })
    expect(readVerifierKey(`  ${line}\n`).ok).toBe(true)
  })

  test('is refused when its id does not belong to it', () => {
    const line = verifierKey(sample.origin, key.publicKey)
    const swapped = line.replace(/\+[0-9a-f]{8}\+/, '+00000000+')
    for (const edited of [swapped, line.replace('countersign', 'countersigm'), line.slice(0, -4), 'nothing', ''])
      expect(readVerifierKey(edited)).toMatchObject({ ok: false, error: { code: 'ledger_unverified' } })
  })
})
