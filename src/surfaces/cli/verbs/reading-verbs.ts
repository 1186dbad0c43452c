import { Option } from 'commander'
import type { Register } from './register.ts'

const PROFILES = ['strict', 'lenient', 'run']

export function addReadingVerbs({ verb, group, runs, loads }: Register): void {
  const parse = verb('parse', 'read one raw model reply from standard input')
    .addOption(
      new Option('--profile <profile>', 'how the call must be written').choices(PROFILES).makeOptionMandatory(),
    )
    .requiredOption('--tools <file>', 'JSON list of {name, description, parameters, risk?}')
    .option('--nonce <nonce>', 'strict: the nonce that the prompt showed')
    .addOption(
      new Option('--phase <phase>', 'strict: a first call, or the decision after a result')
        .choices(['call', 'decision'])
        .default('call'),
    )
    .option('--dialects <list>', 'lenient, run: all, none, or names separated by commas')
    .addOption(
      new Option('--coerce <switch>', 'lenient, run: convert values without loss').choices(['on', 'off']).default('on'),
    )
    .option('--required', 'a tool call is required, so a message is rejected')
  loads(parse, async () => (await import('../parse.ts')).parse)

  const replay = verb('replay', 'read recorded replies and compare them with the expected calls')
    .argument('<file>', 'JSON Lines, also .gz')
    .addOption(new Option('--profile <profile>', 'how the calls must be written').choices(PROFILES).default('lenient'))
    .option('--out <file>', 'write a line of JSON for each row')
  runs(replay, async ([file = ''], command, terminal) =>
    (await import('../replay/replay.ts')).replay(file, command.opts(), terminal),
  )

  const tools = group('tools', 'the available tools')
  const list = tools
    .verb('list', 'all tools')
    .option('--tools <file>', 'JSON list of tools (default: the tools of a workspace)')
  loads(list, async () => (await import('../tools.ts')).listTools)
  const show = tools
    .verb('show', 'one tool with its parameters')
    .argument('<name>')
    .option('--tools <file>', 'JSON list of tools (default: the tools of a workspace)')
  runs(show, async ([name = ''], command, terminal) =>
    (await import('../tools.ts')).showTool(name, command.opts(), terminal),
  )

  const explain = verb('explain', 'what a fault code means and what to do').argument('<code>')
  runs(explain, async ([code = ''], command, terminal) =>
    (await import('../explain.ts')).explain(code, command.opts(), terminal),
  )

  const demo = verb('demo', 'show by example what is read, repaired and rejected')
  loads(demo, async () => (await import('../demo/demo.ts')).demo)
}
