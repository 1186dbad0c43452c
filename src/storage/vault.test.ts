import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type Vault, sha256 } from '../core/index.ts'
import { createVault } from './index.ts'

const BYTES = Buffer.from('the bytes\0that matter')
const HASH = sha256(BYTES)

function open(): { vault: Vault; root: string; file: string; outside: string } {
  const outside = temporaryFolder().path
  const root = join(outside, 'new', 'vault')
  return { vault: createVault(root), root, file: join(root, HASH.slice(0, 2), HASH), outside }
}
const refused = (message: RegExp | string): unknown => ({
  ok: false,
  error: { code: 'storage_unavailable', message: expect.stringMatching(message) },
})

describe('the vault', () => {
  test('gives back what was kept under its hash', () => {
    const { vault } = open()
    expect([vault.has(HASH), vault.fetch(HASH)]).toEqual([false, { ok: true, value: undefined }])
    expect(vault.keep(BYTES)).toEqual({ ok: true, value: HASH })
    expect(vault.has(HASH)).toBe(true)
    expect(vault.fetch(HASH)).toEqual({ ok: true, value: BYTES })
    for (const bytes of [new Uint8Array(), new Uint8Array(3_000_000).fill(7)]) {
      const kept = vault.keep(bytes)
      const back = kept.ok && vault.fetch(kept.value)
      expect(back && back.ok && Buffer.from(bytes).equals(back.value ?? Buffer.from('none'))).toBe(true)
    }
  })

  test('keeps each content once, in files and folders that are its owner’s alone', () => {
    const { vault, root, file } = open()
    for (let n = 0; n < 3; n++) vault.keep(BYTES)
    expect(readdirSync(root, { recursive: true })).toEqual([HASH.slice(0, 2), join(HASH.slice(0, 2), HASH)])
    expect(readFileSync(file)).toEqual(BYTES)
    const modes = [root, join(root, HASH.slice(0, 2)), file].map(path => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o700, 0o700, 0o600])
  })

  test('never gives back bytes that have another hash, and replaces them when the right ones come', () => {
    const { vault, file } = open()
    vault.keep(BYTES)
    chmodSync(file, 0o600)
    writeFileSync(file, 'the bytes\0that natter')
    expect(vault.fetch(HASH)).toEqual(refused(`${HASH} are no longer what they were`))
    expect(vault.keep(BYTES)).toEqual({ ok: true, value: HASH })
    expect(vault.fetch(HASH)).toEqual({ ok: true, value: BYTES })
  })

  test.each([
    '',
    'x',
    HASH.slice(1),
    `${HASH}0`,
    HASH.toUpperCase(),
    `${HASH}\n`,
    `../../${HASH}`,
    '../'.repeat(21) + 'a',
    `${'a'.repeat(63)}/`,
  ])('refuses a name that is not 64 hexadecimal digits: %j', name => {
    const { vault } = open()
    vault.keep(BYTES)
    expect([vault.fetch(name), vault.has(name)]).toEqual([refused('64 hexadecimal digits'), false])
  })

  test('follows no link, neither for the file nor for its folder', () => {
    const file = open()
    mkdirSync(join(file.root, HASH.slice(0, 2)), { recursive: true })
    writeFileSync(join(file.outside, 'secret'), BYTES)
    symlinkSync(join(file.outside, 'secret'), file.file)
    expect([file.vault.fetch(HASH), file.vault.has(HASH)]).toEqual([refused('"vault" cannot be used'), false])

    const folder = open()
    mkdirSync(folder.root, { recursive: true })
    mkdirSync(join(folder.outside, 'elsewhere'))
    symlinkSync(join(folder.outside, 'elsewhere'), join(folder.root, HASH.slice(0, 2)))
    expect([folder.vault.keep(BYTES), folder.vault.fetch(HASH), folder.vault.has(HASH)]).toEqual([
      refused('not a plain folder'),
      refused('not a plain folder'),
      false,
    ])
    expect(readdirSync(join(folder.outside, 'elsewhere'))).toEqual([])

    const whole = open()
    mkdirSync(join(whole.outside, 'new'))
    symlinkSync(whole.outside, whole.root)
    expect(whole.vault.keep(BYTES)).toEqual(refused('not a plain folder'))
  })

  test('a link in the place of a file is replaced by what is kept, and what it led to stays', () => {
    const { vault, root, file, outside } = open()
    mkdirSync(join(root, HASH.slice(0, 2)), { recursive: true })
    writeFileSync(join(outside, 'precious'), 'mine')
    symlinkSync(join(outside, 'precious'), file)
    expect(vault.keep(BYTES)).toEqual({ ok: true, value: HASH })
    expect([vault.fetch(HASH), readFileSync(join(outside, 'precious'), 'utf8')]).toEqual([
      { ok: true, value: BYTES },
      'mine',
    ])
  })

  test('waits for no pipe and reads no folder', () => {
    const pipe = open()
    mkdirSync(join(pipe.root, HASH.slice(0, 2)), { recursive: true })
    execFileSync('mkfifo', [pipe.file])
    expect(pipe.vault.fetch(HASH)).toEqual(refused('not a plain file'))
    const folder = open()
    mkdirSync(folder.file, { recursive: true })
    expect([folder.vault.fetch(HASH), folder.vault.keep(BYTES), folder.vault.has(HASH)]).toEqual([
      refused('not a plain file'),
      refused('"vault" cannot be used: E[A-Z]+'),
      false,
    ])
    expect(readdirSync(join(folder.root, HASH.slice(0, 2)))).toEqual([HASH]) // nothing half-written is left
  })

  test('says what is in the way, without the path', () => {
    const { outside } = open()
    writeFileSync(join(outside, 'file'), '')
    const vault = createVault(join(outside, 'file', 'vault'))
    expect([vault.keep(BYTES), vault.has(HASH)]).toEqual([
      refused(/^The vault "vault" cannot be used: ENOTDIR: not a directory\.$/),
      false,
    ])
  })
})
