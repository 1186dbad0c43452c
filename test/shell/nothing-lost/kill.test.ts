import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { randomFrom } from '../../ledger/simulated-disk.ts'
import { runs, sampled } from '../../soak-scale.ts'
import { lacksPython, lacksSandbox } from '../../system-needs.ts'
import { type Saying, expectNothingWrong, wrongsOf } from './judge.ts'
import { BUILD, PERSONS, type Place, cannotStart, copiesIn, makePlace, start } from './place.ts'

const HARM =
  'rm -rf src victim wide/2; chmod 0 timed; mv wide/3 new; for f in wide/4/*; do echo x > $f; done; touch marker'

/** When the program is killed; each takes a share of a second further on. */
const MOMENTS = [
  { name: 'while the command runs', script: `${HARM}; sleep 5`, after: hasMarker, withinMs: 100 },
  { name: 'between the run and its settlement', script: HARM, after: hasMarker, withinMs: 400 },
  { name: 'while all is put back', script: HARM, after: hasPlan, withinMs: 150 },
] as const

function hasMarker({ root }: Place): boolean {
  return existsSync(join(root, 'marker'))
}

function hasPlan({ state }: Place): boolean {
  return (
    existsSync(state) &&
    readdirSync(state, { recursive: true, encoding: 'utf8' }).some(path => path.endsWith('/rollback.json'))
  )
}

type Killing = { readonly after: (place: Place) => boolean; readonly waitMs: number }

/** What it said if it came to its end before. */
async function killed(place: Place, { after, waitMs }: Killing): Promise<Saying> {
  const { child, ended } = start(place, { arguments: BUILD })
  while (!after(place) && child.exitCode === null) await sleep(1)
  await sleep(waitMs)
  child.kill('SIGKILL')
  return ended
}

describe.skipIf(lacksSandbox || lacksPython).each(PERSONS)('as %s, killed', person => {
  test.for(sampled(MOMENTS, 3, person === 'root' ? 1 : 2).map(each => [each.name, each] as const))(
    '[SHELL-14] %s and started again: every file is as before or named',
    { timeout: 3_600_000 },
    async ([, { script, after, withinMs }], { skip }) => {
      const reason = cannotStart(person)
      skip(reason !== undefined, reason)
      const random = randomFrom(20)
      for (let round = 0; round < runs(1, 12); round++) {
        const place = makePlace({ person, features: ['plain', `wide:${runs(200, 5_000)}`] })
        place.script(script)
        const before = place.picture()
        const first = await killed(place, { after, waitMs: random() * withinMs })
        const later: Saying[] = []
        for (const words of [
          ['call', 'file_list', 'path=.', '--allow', 'FileAccess'],
          ['doctor'],
          BUILD.with(2, 'command=ls'),
        ])
          later.push({ ...(await start(place, { arguments: words }).ended), isLater: true })
        const told = { sayings: first.text.trim() === '' ? later : [first, ...later], copiesLeft: copiesIn(place) }
        expectNothingWrong(wrongsOf(before, place.picture(), told), `round ${round}`)
      }
    },
  )
})
