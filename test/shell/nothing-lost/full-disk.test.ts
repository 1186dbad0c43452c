import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, onTestFinished, test } from 'vitest'
import { sampled } from '../../soak-scale.ts'
import { lacksPython, lacksSandbox } from '../../system-needs.ts'
import { type Saying, expectNothingWrong, shortOf, wrongsOf } from './judge.ts'
import { BUILD, PERSONS, type Person, type Place, cannotStart, copiesIn, makePlace, start } from './place.ts'

type FullDisk = {
  readonly name: string
  readonly script: string
  /** What lies on the small disk. */
  readonly holds: 'both' | 'workspace' | 'state'
  /** Somebody else fills the disk when the command has made `marker`, so that there is no room for putting back. */
  readonly fromOutside?: true
}

const FILL = 'head -c 100M /dev/zero > fill'
const WAIT = 'touch marker; sleep 1'

const CASES: readonly FullDisk[] = [
  { name: 'one file fills it before a file is deleted', script: `${FILL}; rm victim; echo x > old.txt`, holds: 'both' },
  {
    name: 'one file fills it after all is changed',
    script: `rm -r src big.bin; echo x > victim; ${FILL}`,
    holds: 'both',
  },
  { name: 'an old file grows until it is full', script: 'rm victim; cat /dev/zero >> big.bin', holds: 'both' },
  {
    name: 'many files fill it',
    script: 'rm victim; mkdir m; for i in $(seq 9999); do head -c 90K /dev/zero > m/$i || break; done',
    holds: 'both',
  },
  { name: 'only new files fill it', script: FILL, holds: 'both' },
  {
    name: 'only the disk of the workspace is full',
    script: `rm -r src victim; ${FILL}; echo x > old.txt`,
    holds: 'workspace',
  },
  {
    name: 'an old file grows on the disk of the workspace',
    script: 'rm victim; cat /dev/zero >> big.bin',
    holds: 'workspace',
  },
  {
    name: 'somebody else fills it before all is put back',
    script: `rm -r src big.bin; echo x > victim; ${WAIT}`,
    holds: 'both',
    fromOutside: true,
  },
  {
    name: 'somebody else fills the disk of the workspace',
    script: `rm -r src big.bin; echo x > victim; ${WAIT}`,
    holds: 'workspace',
    fromOutside: true,
  },
  {
    name: 'somebody else fills the disk of the state folder',
    script: `rm -r src big.bin; echo x > victim; ${WAIT}`,
    holds: 'state',
    fromOutside: true,
  },
]

/** A small disk of its own, in memory; undefined where this machine lets nobody mount one. */
function smallDisk(): string | undefined {
  const at = mkdtempSync(join(tmpdir(), 'countersign-test-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=755', 'countersign-test', at]).status === 0
  onTestFinished(() => {
    if (mounted) spawnSync('umount', ['-l', at])
    rmSync(at, { recursive: true, force: true })
  })
  return mounted ? at : undefined
}

type SmallPlace = { readonly place: Place; readonly disk: string }

function placeOn(disk: string, { holds }: FullDisk, person: Person): SmallPlace {
  const place = makePlace({ person, features: ['plain'], ...(holds !== 'state' && { on: disk }) })
  if (holds === 'both') return { place, disk }
  const other = makePlace({ person, features: [], ...(holds === 'state' && { on: disk }) })
  return { place: { ...place, state: other.state }, disk }
}

async function run({ place, disk }: SmallPlace, { fromOutside }: FullDisk): Promise<Saying> {
  const { child, ended } = start(place, { arguments: BUILD })
  if (fromOutside) {
    while (!existsSync(join(place.root, 'marker')) && child.exitCode === null) await sleep(5)
    spawnSync('sh', ['-c', 'cat /dev/zero > "$1"', 'sh', join(disk, 'filler')])
  }
  return ended
}

const reads = (place: Place): Promise<Saying> =>
  start(place, { arguments: ['call', 'file_reader', 'path=src/a.txt', '--allow', 'FileAccess'] }).ended
const lists = (place: Place): Promise<Saying> =>
  start(place, { arguments: ['call', 'bash', 'command=ls', '--allow', 'SystemExecute'] }).ended

describe.skipIf(lacksSandbox || lacksPython).each(PERSONS)('as %s, on a full disk:', person => {
  test.for(sampled(CASES, CASES.length, person === 'root' ? 0 : 7).map(each => [each.name, each] as const))(
    '[SHELL-14] %s, and every file is as before or named, and reading goes on',
    { timeout: 600_000 },
    async ([, each], { skip }) => {
      const disk = smallDisk()
      skip(disk === undefined, 'nobody may mount a disk here')
      const reason = cannotStart(person)
      skip(reason !== undefined, reason)
      const small = placeOn(disk ?? '', each, person)
      const { place } = small
      place.script(each.script)
      const before = place.picture()
      const first = await run(small, each)
      const doctor = { ...(await start(place, { arguments: ['doctor'] }).ended), isLater: true }
      const sayings = each.fromOutside ? [first, doctor] : [first]
      const wrongs = wrongsOf(before, place.picture(), { sayings, copiesLeft: copiesIn(place) })
      if (!first.text.includes('ran\\n') && each.fromOutside === undefined)
        wrongs.push(`did not run: ${first.text.slice(0, 500)}`)
      if (each.fromOutside) {
        rmSync(join(disk ?? '', 'filler'), { force: true })
        const next = await lists(place)
        const told = { sayings: [first, { ...next, isLater: true }], copiesLeft: copiesIn(place) }
        wrongs.push(...wrongsOf(before, place.picture(), told).map(wrong => `after the next start: ${wrong}`))
      }
      for (const goesOn of [await reads(place), await lists(place)])
        if (goesOn.code !== null) wrongs.push(`does not go on: ${goesOn.text.slice(0, 500)}`)
      expectNothingWrong(wrongs, shortOf(first))
    },
  )
})
