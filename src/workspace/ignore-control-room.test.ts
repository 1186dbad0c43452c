import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { ignoreControlRoom } from './index.ts'

const room = (root: string): string => join(root, '.control-room')
const ignored = (root: string): string => readFileSync(join(room(root), '.gitignore'), 'utf8')
const makeRoom = (root: string) => async (): Promise<string> => {
  mkdirSync(room(root), { recursive: true })
  return 'made'
}

describe('the control room', () => {
  test('is kept out of version control when it is made, also if what made it then failed', async () => {
    const [root, other] = [temporaryFolder().path, temporaryFolder().path]
    expect(await ignoreControlRoom(root, makeRoom(root))).toBe('made')
    expect(ignored(root)).toBe('*\n')
    const failing = ignoreControlRoom(other, async () => {
      mkdirSync(room(other))
      throw new Error('full')
    })
    await expect(failing).rejects.toThrow('full')
    expect(ignored(other)).toBe('*\n')
  })

  test('that was there before is left as it is', async () => {
    const root = temporaryFolder().path
    mkdirSync(room(root))
    await ignoreControlRoom(root, makeRoom(root))
    expect(readdirSync(room(root))).toEqual([])
  })

  test('keeps an ignore file that came with it', async () => {
    const root = temporaryFolder().path
    await ignoreControlRoom(root, async () => {
      mkdirSync(room(root))
      writeFileSync(join(room(root), '.gitignore'), 'mine\n')
    })
    expect(ignored(root)).toBe('mine\n')
  })

  test.each([
    ['before', false],
    ['meanwhile', true],
  ])('that is a link, put there %s, gets nothing', async (_when, isMeanwhile) => {
    const [root, outside] = [temporaryFolder().path, temporaryFolder().path]
    const link = async (): Promise<void> => symlinkSync(outside, room(root))
    if (!isMeanwhile) await link()
    await ignoreControlRoom(root, isMeanwhile ? link : async () => undefined)
    expect(readdirSync(outside)).toEqual([])
  })

  test('that nobody made is not made', async () => {
    const root = temporaryFolder().path
    await ignoreControlRoom(root, async () => undefined)
    expect(readdirSync(root)).toEqual([])
  })
})
