import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { effectsOf, shellWorld } from './shell-world.ts'
import { MEMORY_DISK, lacksMemoryDisk, lacksSandbox } from '../system-needs.ts'

/** On a disk in memory, what is mapped and read first can be written without the file's times moving. */
const SILENT = [
  'import mmap, os',
  "file = os.open('victim.txt', os.O_RDWR)",
  'page = mmap.mmap(file, 0, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)',
  'first = page[0]',
  "page[0:4] = b'LOST'",
  'page.close()',
  '',
].join('\n')

function inMemory(): { readonly root: string; readonly state: string } {
  const folder = mkdtempSync(join(MEMORY_DISK, 'countersign-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [root, state] = [join(folder, 'workspace'), join(folder, 'state')]
  mkdirSync(root)
  return { root, state }
}

test.skipIf(lacksSandbox || lacksMemoryDisk)(
  'a file that was written through memory has changed, and is put back',
  async () => {
    const place = inMemory()
    const victim = join(place.root, 'victim.txt')
    writeFileSync(victim, 'what nobody may lose\n')
    writeFileSync(join(place.root, 'silent.py'), SILENT)
    const { run } = await shellWorld({ ...place, trust: 'Trusted' })
    const report = await run('python3 silent.py')
    expect([report.fault?.code, readFileSync(victim, 'utf8')]).toEqual(['effect_not_allowed', 'what nobody may lose\n'])
    expect(effectsOf(report)['rolled_back']).toEqual({ restored: 1, removed: 0 })
  },
)

describe.skipIf(lacksSandbox)('a file whose name is no text', () => {
  const NAME = Buffer.from([...Buffer.from('vic'), 0xe9, ...Buffer.from('.txt')])
  const nameless = (root: string, folder = ''): Buffer => Buffer.concat([Buffer.from(join(root, folder, '/')), NAME])

  test.each([
    ['by a build', 'python3 zap.py'],
    ['by a shell', 'bash zap.sh'],
  ])('is put back when %s that nobody has allowed removes it, and is told as text', async (_, command) => {
    const { root, put, run } = await shellWorld({ trust: 'Trusted' })
    writeFileSync(nameless(root), 'what nobody may lose\n')
    put('zap.py', "import os\nos.unlink(b'vic\\xe9.txt')\n")
    put('zap.sh', 'rm vic*\n')
    const report = await run(command)
    expect([report.fault?.code, readFileSync(nameless(root), 'utf8')]).toEqual([
      'effect_not_allowed',
      'what nobody may lose\n',
    ])
    expect(report.fault?.message).toContain(String.raw`vic\xe9.txt (deleted)`)
    expect(effectsOf(report)['rolled_back']).toEqual({ restored: 1, removed: 0 })
  })

  test('nor is a folder of such a name lost, with what is in it', async () => {
    const { root, put, run } = await shellWorld({ trust: 'Trusted' })
    const inside = Buffer.concat([nameless(root), Buffer.from('/a.txt')])
    mkdirSync(nameless(root))
    writeFileSync(inside, 'what nobody may lose\n')
    put('zap.py', "import shutil\nshutil.rmtree(b'vic\\xe9.txt')\n")
    const { fault } = await run('python3 zap.py')
    expect([fault?.code, readFileSync(inside, 'utf8')]).toEqual(['effect_not_allowed', 'what nobody may lose\n'])
  })

  test('hinders no build beside it', async () => {
    const { root, put, get, run } = await shellWorld({ trust: 'Trusted' })
    writeFileSync(nameless(root), 'what nobody may lose\n')
    put('make.sh', 'cat vic* > new.txt\n')
    expect([(await run('bash make.sh')).ok, get('new.txt')]).toEqual([true, 'what nobody may lose\n'])
  })

  test('is not shown where rules close files, and does not stop reading where none do', async () => {
    const closed = await shellWorld({ trust: 'Trusted', settings: { 'tools.file.deny_read': ['*.txt'] } })
    writeFileSync(nameless(closed.root), 'secret\n')
    const told = await closed.run('cat *.txt')
    expect([told.ok, JSON.stringify(told).includes('secret')]).toEqual([false, false])
    const sorted = await closed.run('grep -rh e .')
    expect([sorted.ok, JSON.stringify(sorted).includes('secret')]).toEqual([false, false])
    const open = await shellWorld({ trust: 'Trusted' })
    writeFileSync(nameless(open.root), 'open\n')
    expect((await open.run('grep -rh open .')).text).toContain('open')
  })
})
