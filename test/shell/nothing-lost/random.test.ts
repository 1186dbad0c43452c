import { describe, test } from 'vitest'
import { randomFrom } from '../../ledger/simulated-disk.ts'
import { runs } from '../../soak-scale.ts'
import { lacksPython, lacksSandbox } from '../../system-needs.ts'
import { expectNothingWrong, shortOf, wrongsOf } from './judge.ts'
import type { Picture } from './pictures.ts'
import { BUILD, PERSONS, cannotStart, copiesIn, makePlace, start } from './place.ts'

/** What a script may do with one path, and with a second one. */
const ACTS: readonly ((a: string, b: string) => string)[] = [
  a => `rm -rf -- ${a}`,
  a => `rm -f -- ${a}`,
  a => `rmdir -- ${a}`,
  a => `printf x >> ${a}`,
  a => `: > ${a}`,
  a => `truncate -s 5000 -- ${a}`,
  a => `touch -- ${a}`,
  a => `touch -h -d 1999-09-09 -- ${a}`,
  a => `chmod 0 -- ${a}`,
  a => `chmod 755 -- ${a}`,
  a => `chmod u-w,g+s -- ${a}`,
  a => `mkdir -p -- ${a}/new/newer`,
  a => `mkfifo -- ${a}-pipe`,
  a => `echo new > ${a}-new`,
  (a, b) => `mv -- ${a} ${b}`,
  (a, b) => `mv -T -- ${a} ${b}`,
  (a, b) => `cp -a -- ${a} ${b}`,
  (a, b) => `ln -f -- ${a} ${b}`,
  (a, b) => `ln -sfn -- ${a} ${b}`,
  (a, b) => `mv -- ${a} t; mv -- ${b} ${a}; mv -- t ${b}`,
]

/** Twelve acts on paths of the picture, or on names beside them. */
function randomScript(picture: Picture, random: () => number): string {
  const paths = Object.keys(picture).filter(path => path.startsWith('workspace/') && !path.endsWith('/build.sh'))
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]
  const path = (): string =>
    quoted(`${pick(paths) ?? 'workspace/a'}${random() < 0.1 ? '-other' : ''}`.slice('workspace/'.length))
  return Array.from({ length: 12 }, () => pick(ACTS)?.(path(), path()) ?? '').join('\n')
}

/** In bash, byte by byte, behind the folder itself, so that none is an option. */
function quoted(path: string): string {
  const bytes = Array.from(path).flatMap(each => {
    const unit = each.charCodeAt(0)
    return unit >= 0xdc80 && unit <= 0xdcff && each.length === 1 ? [unit - 0xdc00] : [...Buffer.from(each)]
  })
  return `$'./${bytes.map(byte => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`
}

const SEEDS = Array.from({ length: runs(2, 100) }, (_, index) => index + 1)

describe.skipIf(lacksSandbox || lacksPython).each(PERSONS)('as %s,', person => {
  test.for(SEEDS)(
    '[SHELL-14] random commands in a random tree (seed %i) leave every file as before, or named',
    { timeout: 600_000 },
    async (seed, { skip }) => {
      const reason = cannotStart(person)
      skip(reason !== undefined, reason)
      const place = makePlace({ person, features: [`random:${seed}`] })
      const script = randomScript(place.picture(), randomFrom(seed))
      place.script(script)
      const before = place.picture()
      // What writes into a pipe that nobody reads waits until its time is over.
      const saying = await start(place, { arguments: [...BUILD, 'timeout_secs:=2'] }).ended
      const wrongs = wrongsOf(before, place.picture(), { sayings: [saying], copiesLeft: copiesIn(place) })
      if (!saying.text.includes('ran\\n')) wrongs.push(`did not run: ${saying.text.slice(0, 500)}`)
      expectNothingWrong(wrongs, `${shortOf(saying)}\n${script}`)
    },
  )
})
