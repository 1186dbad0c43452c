import { spawnSync } from 'node:child_process'
import {
  type PathLike,
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { undoCall } from '../../src/runtime/index.ts'
import { lacksAttributes, lacksSandbox } from '../system-needs.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { effectsOf, sayYes, shellWorld } from './shell-world.ts'

/** Everything that a person could miss, by the bytes of each path. Names of one file tell its first one. */
function pictureOf(root: string): Readonly<Record<string, unknown>> {
  const picture: Record<string, unknown> = {}
  const first = new Map<bigint, string>()
  const open: Buffer[] = [Buffer.from(root)]
  const enter = (path: Buffer): void => {
    const { mode, uid, gid, mtimeNs, ino, nlink } = lstatSync(path, { bigint: true })
    const facts = [mode.toString(8), uid, gid, mtimeNs, nlink]
    const name = path.subarray(root.length).toString('latin1')
    if ((mode & 0o170000n) === 0o040000n) open.push(path)
    first.set(ino, first.get(ino) ?? name)
    picture[name] = [...facts.map(String), contentOf(path, mode), first.get(ino)]
  }
  for (let folder = open.pop(); folder; folder = open.pop())
    for (const name of readdirSync(folder, { encoding: 'buffer' }).toSorted((one, other) => one.compare(other)))
      if (name.toString() !== '.control-room') enter(Buffer.concat([folder, Buffer.from('/'), name]))
  return { ...picture, '': lstatSync(root).mode.toString(8) }
}

function contentOf(path: PathLike, mode: bigint): string {
  const kind = mode & 0o170000n
  if (kind === 0o120000n) return readlinkSync(path)
  return kind === 0o100000n ? readFileSync(path, 'latin1') : ''
}

const OTHERS = 65_534
const NO_TEXT = Buffer.from('caf\xe9.txt', 'latin1')

/** A file of each kind, none of which has an ordinary time. */
function fill(root: string): void {
  const at = (path: string): string => join(root, path)
  for (const folder of ['src/deep', 'twin', 'closed', 'shared', 'empty']) mkdirSync(at(folder), { recursive: true })
  for (const path of [
    'a.txt',
    'src/b.txt',
    'src/deep/c.txt',
    'tool.sh',
    'one-name',
    'closed/in.txt',
    'quiet.txt',
    'owned.txt',
  ])
    writeFileSync(at(path), `old ${path}\n`)
  writeFileSync(Buffer.concat([Buffer.from(`${root}/`), NO_TEXT]), 'no text in its name\n')
  linkSync(at('one-name'), at('src/other-name'))
  linkSync(at('quiet.txt'), at('twin/other-name'))
  symlinkSync('src', at('to-src'))
  symlinkSync('nowhere', at('broken'))
  spawnSync('mkfifo', [at('pipe')])
  spawnSync('touch', ['-d', '1965-03-04 05:06:07.123456789', at('a.txt')])
  spawnSync('touch', ['-h', '-d', '2020-03-04 05:06:07.987654321', at('broken'), at('src/deep/c.txt')])
  chmodSync(at('tool.sh'), 0o751)
  chmodSync(at('closed'), 0o555)
  chmodSync(at('shared'), 0o2775)
  if (process.getuid?.() === 0) chownSync(at('owned.txt'), OTHERS, OTHERS)
  utimesSync(at('src'), 1_500_000_000, 1_500_000_000)
  lutimesSync(at('to-src'), 1_400_000_000, 1_400_000_000)
}

describe.skipIf(lacksSandbox)('what a command did to a tree', () => {
  const RUIN = {
    'removes all': 'rm -rf a.txt src tool.sh owned.txt to-src broken empty caf* 2>/dev/null; echo x > new',
    'closes the folder': 'chmod 0 .',
    'closes folders with what is in them': 'chmod -R 0 src closed',
    'touches what is there': 'touch a.txt tool.sh src',
    'sets back the time of a folder': 'touch -d 2001-01-01 empty',
    'moves links and what they lead to': 'mv src t; rm broken; ln -s /etc broken; touch -h to-src',
    'goes deeper than any path':
      'rm -f a.txt; n=$(printf "d%.0s" $(seq 200)); for i in $(seq 40); do mkdir $n; cd $n; done',
    'goes deeper than is listed':
      'rm -f a.txt; n=$(printf "d%.0s" $(seq 200)); for i in $(seq 100); do mkdir $n; cd $n; done; echo > bottom',
    'moves a folder with the second name of a file': 'mv src elsewhere; rm -f elsewhere/other-name',
    'changes two such folders around': 'mkdir s; mv src/deep s/; mv src t; mv twin src; mv t twin',
    'leaves names that are no text':
      'mv caf* $(printf "n\\351w"); mkdir $(printf "d\\377"); echo > $(printf "d\\377/\\376")',
  } as const

  test.each(Object.entries(RUIN))('[SHELL-14] unasked, is taken back to the nanosecond: it %s', async (_, script) => {
    const { root, put, run } = await shellWorld({ trust: 'Trusted' })
    fill(root)
    put('ruin.sh', `${script}\n`)
    const before = pictureOf(root)
    const { fault } = await run('bash ruin.sh')
    expect(pictureOf(root)).toEqual(before)
    expect([fault?.code, fault?.message]).toEqual([
      'effect_not_allowed',
      expect.stringContaining('Everything was put back as it was.'),
    ])
    expect(fault?.message.isWellFormed()).toBe(true)
  })

  test('unasked, new files stay, linked or not, and a pipe beside them', async () => {
    const { root, get, put, run } = await shellWorld({ trust: 'Trusted' })
    fill(root)
    put('make.sh', 'mkdir out; echo made > out/a; ln out/a out/b; mkfifo out/pipe\n')
    const before = pictureOf(root)
    expect((await run('bash make.sh')).fault).toBeNull()
    expect([get('out/b'), lstatSync(join(root, 'out/pipe')).isFIFO()]).toEqual(['made\n', true])
    expect(pictureOf(root)).toMatchObject(before)
  })

  test('unasked, what could not come back cannot be changed: pipes, and files with names elsewhere', async () => {
    const { root, put, run } = await shellWorld({ trust: 'Trusted' })
    fill(root)
    put('try.sh', 'rm -f pipe one-name; echo x >> one-name; mv pipe p; chmod 0 src/other-name; echo done\n')
    const before = pictureOf(root)
    const report = await run('bash try.sh')
    expect([report.fault, pictureOf(root)]).toEqual([null, before])
  })

  test('approved, comes back with undo: files, links, pipes, two names of one file, modes and times', async () => {
    const { root, run, runtime } = await shellWorld({ ask: sayYes })
    fill(root)
    const { '': _, ...before } = pictureOf(root)
    const report = await run(
      'rm a.txt one-name pipe broken caf*; echo x > src/b.txt; chmod 600 tool.sh; ' +
        'rm -r src/deep; rmdir empty; echo y > new',
    )
    expect([report.fault, typeof effectsOf(report)['undo']]).toEqual([null, 'string'])
    expect(lstatSync(join(root, 'src/other-name')).nlink).toBe(1)
    const undone = await undoCall(report.receipt?.receipt_id ?? '', runtime)
    expect(undone).toMatchObject({ ok: true, value: { ok: true } })
    const { '': __, ...after } = pictureOf(root)
    // The time of `src`, which the command only changed by what it did in it, is not in the record.
    expect({ ...after, '/src': 0 }).toEqual({ ...before, '/src': 0 })
  })
})

test.skipIf(lacksSandbox)(
  'where nobody can read extended attributes, a rollback says so if a file was made anew',
  async () => {
    const { root, put, run } = await shellWorld({ trust: 'Trusted' })
    const { PATH } = process.env
    const { path } = temporaryFolder()
    for (const program of ['xargs', 'touch']) symlinkSync(`/usr/bin/${program}`, join(path, program))
    onTestFinished(() => void (process.env['PATH'] = PATH))
    process.env['PATH'] = path
    fill(root)
    put('ruin.sh', 'rm a.txt\n')
    put('touch.sh', 'touch a.txt\n')
    const [ruin, touch] = [await run('bash ruin.sh'), await run('bash touch.sh')]
    expect(ruin.fault?.message).toMatch(/Everything was put back as it was\..*not put back.*apt install attr/)
    expect(touch.fault?.message).toMatch(/Everything was put back as it was\.$/)
  },
)

describe.skipIf(lacksSandbox)('a file that is written again as it was', () => {
  test.each([
    ['cp tool.sh /tmp/t; cat /tmp/t > tool.sh', ['tool.sh']],
    ['cp tool.sh /tmp/t; cat /tmp/t > tool.sh; echo x > new', ['tool.sh']],
  ])('[SHELL-14] gets its time back, and stops no build: %s', async (script, touched) => {
    const { root, put, get, run } = await shellWorld({ trust: 'Trusted' })
    fill(root)
    put('build.sh', `${script}\n`)
    const timesOf = (): readonly bigint[] => touched.map(name => lstatSync(join(root, name), { bigint: true }).mtimeNs)
    const [before, tool] = [timesOf(), get('tool.sh')]
    const { fault, data } = await run('bash build.sh')
    expect(fault).toBeNull()
    expect([timesOf(), get('tool.sh')]).toEqual([before, tool])
    expect(data).toMatchObject({ effects: { times_put_back: touched } })
  })
})

describe.skipIf(lacksSandbox || lacksAttributes)('extended attributes', () => {
  const read = (path: string): string => spawnSync('getfattr', ['-d', path], { encoding: 'utf8' }).stdout
  const world = async (options: Parameters<typeof shellWorld>[0]): ReturnType<typeof shellWorld> => {
    const made = await shellWorld(options)
    made.put('a.txt', 'old')
    made.put('src/b.txt', 'old')
    for (const path of ['a.txt', 'src']) spawnSync('setfattr', ['-n', 'user.note', '-v', 'mine', join(made.root, path)])
    return made
  }

  test('cannot be set unasked, and come back with what was removed', async () => {
    const { root, put, run } = await world({ trust: 'Trusted' })
    put('ruin.sh', 'setfattr -n user.note -v yours a.txt; setfattr -x user.note src; rm -r a.txt src\n')
    const report = await run('bash ruin.sh')
    expect(report.fault?.code).toBe('effect_not_allowed')
    expect(JSON.stringify(report.data ?? report.fault?.detail)).toContain('Operation not supported')
    expect(['a.txt', 'src'].map(path => read(join(root, path)).includes('user.note="mine"'))).toEqual([true, true])
  })

  test('come back under any name, and to no other file', async () => {
    const { root, put, run } = await world({ trust: 'Trusted' })
    const name = Buffer.from('odd\\\n\n# file: a.txt\nuser.note=0x00')
    const odd = Buffer.concat([Buffer.from(`${root}/`), name])
    writeFileSync(odd, 'old')
    spawnSync('xargs', ['-0', 'setfattr', '-n', 'user.note', '-v', 'odd'], { input: odd })
    put('ruin.sh', 'chmod 600 odd*; chmod 600 a.txt\n')
    put('more.sh', 'rm odd*; rm a.txt\n')
    for (const command of ['bash ruin.sh', 'bash more.sh']) {
      const { fault } = await run(command)
      expect(fault?.message).toContain('Everything was put back as it was.')
      const all = spawnSync('xargs', ['-0', 'getfattr', '-d', '--absolute-names'], {
        input: odd,
        encoding: 'utf8',
      }).stdout
      expect([all.includes('user.note="odd"'), read(join(root, 'a.txt')).includes('user.note="mine"')]).toEqual([
        true,
        true,
      ])
    }
  })

  test('are seen to be gone when another file with the same content and times takes the place', async () => {
    const { root, put, run } = await world({ trust: 'Trusted' })
    put('swap.sh', 'cp -p a.txt b.txt; mv b.txt a.txt\n')
    expect((await run('bash swap.sh')).fault?.code).toBe('effect_not_allowed')
    expect(read(join(root, 'a.txt'))).toContain('user.note="mine"')
  })

  test('are set by a command that a person approved, and come back with undo', async () => {
    const { root, run, runtime } = await world({ ask: sayYes })
    expect((await run('setfattr -n user.note -v yours src/b.txt')).fault).toBeNull()
    expect(read(join(root, 'src/b.txt'))).toContain('user.note="yours"')
    const report = await run('rm a.txt')
    expect((await undoCall(report.receipt?.receipt_id ?? '', runtime)).ok).toBe(true)
    expect(read(join(root, 'a.txt'))).toContain('user.note="mine"')
  })
})
