import { InvalidArgumentError, Option } from 'commander'
import type { Register } from './register.ts'

function caseCount(value: string): number {
  const count = /^\d{1,5}$/.test(value) ? Number(value) : 0
  if (count >= 1) return count
  throw new InvalidArgumentError('It must be a whole number from 1 on, such as 20.')
}

export function addModelVerbs({ verb, group, runs }: Register): void {
  const check = verb('check', 'measure a model: the same messages asked the usual way, and through us')
    .argument('<model>', 'such as ollama:qwen3:4b, http://host:port/v1#NAME, demo')
    .option('--cases <n>', 'how many, evenly over all kinds', caseCount, 20)
    .option('--file <cases>', 'cases of your own: JSON Lines of {id, tools, message, expected}')
    .addOption(
      new Option('--profile <profile>', 'how calls must be written').choices(['strict', 'lenient', 'run', 'native']),
    )
  runs(check, async ([model = ''], command, terminal) =>
    (await import('../model/check.ts')).check(model, command.opts(), terminal),
  )

  const doctor = verb('doctor', 'look at everything that is needed, and say how to mend what is not in order').option(
    '--model <spec>',
    'look at this model instead of the one that would answer',
  )
  runs(doctor, async (_args, command, terminal) =>
    (await import('../model/doctor.ts')).doctor(command.opts(), terminal),
  )

  const stats = verb('stats', 'how often each model wrote a call that could be run')
    .option('--since <time>', 'a date, or 30m, 24h, 7d, 2w')
    .option('--model <name>', 'only models with this in their name')
  runs(stats, async (_args, command, terminal) => (await import('../model/stats.ts')).stats(command.opts(), terminal))

  const attempts = group('attempts', 'what models wrote, and what could be learnt from it')
  const mine = attempts
    .verb('mine', 'propose aliases, and show what models get wrong most often; changes nothing')
    .option('--since <time>', 'a date, or 30m, 24h, 7d, 2w')
  runs(mine, async (_args, command, terminal) => (await import('../model/attempts.ts')).mine(command.opts(), terminal))
  const exported = attempts.verb('export', 'all records of attempts, a line of JSON each')
  runs(exported, async (_args, command, terminal) =>
    (await import('../model/attempts.ts')).exportAttempts(command.opts(), terminal),
  )
}
