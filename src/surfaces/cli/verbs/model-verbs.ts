import { InvalidArgumentError, Option } from 'commander'
import type { Register } from './register.ts'

function caseCount(value: string): number {
  const count = /^\d{1,5}$/.test(value) ? Number(value) : 0
  if (count >= 1) return count
  throw new InvalidArgumentError('Use a whole number from 1, such as 20.')
}

export function addModelVerbs({ verb, group, runs, loads }: Register): void {
  const check = verb('check', 'measure a model: the same messages directly and through Countersign')
    .argument('<model>', 'such as ollama:qwen3:4b, http://host:port/v1#NAME, demo')
    .option('--cases <n>', 'how many cases, spread evenly over all kinds', caseCount, 20)
    .option('--file <cases>', 'your own cases: JSON Lines of {id, tools, message, expected}')
    .addOption(
      new Option('--profile <profile>', 'how calls must be written').choices(['strict', 'lenient', 'run', 'native']),
    )
  runs(check, async ([model = ''], command, terminal) =>
    (await import('../model/check.ts')).check(model, command.opts(), terminal),
  )

  const doctor = verb('doctor', 'check everything Countersign needs, and print a fix for each problem')
    .option('--model <spec>', 'check this model instead of the chosen one')
    .option('--drop-copies <id>', 'remove what is kept of files from before an interrupted command')
    .option('--yes', 'do not ask')
  loads(doctor, async () => (await import('../model/doctor.ts')).doctor)

  const stats = verb('stats', 'how often each model wrote a valid call')
    .option('--since <time>', 'a date, or 30m, 24h, 7d, 2w')
    .option('--model <name>', 'only models with this in their name')
  loads(stats, async () => (await import('../model/stats.ts')).stats)

  const attempts = group('attempts', 'recorded replies of models')
  const mine = attempts
    .verb('mine', 'propose aliases and show the most common mistakes; changes nothing')
    .option('--since <time>', 'a date, or 30m, 24h, 7d, 2w')
  loads(mine, async () => (await import('../model/attempts.ts')).mine)
  const exported = attempts.verb('export', 'all recorded replies as JSON Lines')
  loads(exported, async () => (await import('../model/attempts.ts')).exportAttempts)
}
