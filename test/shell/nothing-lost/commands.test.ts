import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { sampled } from '../../soak-scale.ts'
import { lacksPython, lacksSandbox } from '../../system-needs.ts'
import { COMMANDS } from './commands.ts'
import { type Saying, expectNothingWrong, shortOf, wrongsOf } from './judge.ts'
import type { LosingCommand } from './more-commands.ts'
import { BUILD, PERSONS, type Person, type Place, cannotStart, copiesIn, makePlace, start } from './place.ts'

/** A few of each kind in `npm test`, and others for the other person; all for both in a soak. */
const sampleFor = (person: Person): readonly LosingCommand[] => sampled(COMMANDS, 45, person === 'root' ? 0 : 7)

/** What the program said; if it ended without a word, what the next one says. */
async function run(place: Place, { words = [], environment = {}, signal }: LosingCommand): Promise<Saying> {
  const { child, ended } = start(place, { arguments: [...BUILD, ...words], environment })
  if (signal) {
    while (!existsSync(join(place.root, 'marker')) && child.exitCode === null) await sleep(5)
    child.kill(signal)
  }
  const saying = await ended
  if (saying.text.trim() !== '') return saying
  return { ...(await start(place, { arguments: BUILD.with(2, 'command=ls') }).ended), isLater: true }
}

/** A command that was refused has shown nothing. */
const didRun = ({ stdout, text }: Saying): boolean => stdout.startsWith('ran') || text.includes('ran\\n')

const mayBeMissing = ({ signal, mayBeRefused }: LosingCommand, { code }: Saying): boolean =>
  signal !== undefined || (mayBeRefused === true && code === 'snapshot_failed')

describe.skipIf(lacksSandbox || lacksPython).each(PERSONS)('as %s, with nobody asked:', person => {
  test.for(sampleFor(person).map(each => [each.name, each] as const))(
    '[SHELL-14] %s, and every file is as before or named, and nothing is said that is not so',
    { timeout: 600_000 },
    async ([, command], { skip }) => {
      const reason = cannotStart(person)
      skip(reason !== undefined, reason)
      const place = makePlace({ person, features: command.features ?? ['plain'] })
      place.script(command.script)
      const before = place.picture()
      const saying = await run(place, command)
      const wrongs = wrongsOf(before, place.picture(), { sayings: [saying], copiesLeft: copiesIn(place) })
      if (!mayBeMissing(command, saying) && !didRun(saying)) wrongs.push(`did not run: ${saying.text.slice(0, 500)}`)
      if (saying.isLater === true) wrongs.push('ended without a word')
      if (command.code !== undefined && command.code !== saying.code)
        wrongs.push(`says ${saying.code ?? 'that it succeeded'}: ${saying.message.slice(0, 300)}`)
      expectNothingWrong(wrongs, shortOf(saying))
    },
  )
})

const ALLOWED = `[tools.shell]
transactional = true
auto_rollback = true
auto_rollback_exit_codes = [9]
rules = [{ prefix = ["bash", "build.sh"], action = "allow", examples = ["bash build.sh"] }]
`

/** Allowed by a rule, so that it may change what exists; what fails is taken back, if it comes to its own end. */
const FAILING = COMMANDS.filter(({ words, environment, signal }) => !words && !environment && !signal)

describe.skipIf(lacksSandbox || lacksPython).each(PERSONS)(
  'as %s, with a command that is allowed and fails:',
  person => {
    test.for(sampled(FAILING, 90, person === 'root' ? 20 : 50).map(each => [each.name, each] as const))(
      '[SHELL-11] %s, and every file is as before or named',
      { timeout: 600_000 },
      async ([, { script, features = ['plain'], ...command }], { skip }) => {
        const reason = cannotStart(person)
        skip(reason !== undefined, reason)
        const place = makePlace({ person, features })
        place.script(`(${script}\n)\nexit 9`)
        const config = join(place.folder, 'config.toml')
        writeFileSync(config, ALLOWED)
        const before = place.picture()
        const saying = await start(place, { arguments: [...BUILD, '--config', config] }).ended
        const wrongs = wrongsOf(before, place.picture(), { sayings: [saying], copiesLeft: copiesIn(place) })
        if (!mayBeMissing({ script, ...command }, saying) && !didRun(saying))
          wrongs.push(`did not run: ${saying.text.slice(0, 500)}`)
        expectNothingWrong(wrongs, shortOf(saying))
      },
    )
  },
)
