import { Option } from 'commander'
import type { Register } from './register.ts'

const PROFILES = ['strict', 'lenient', 'run']

export function addReadingVerbs({ verb, group, runs }: Register): void {
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
    .option('--required', 'a tool call is required, so a message is refused')
  runs(parse, async (_args, command, terminal) => (await import('../parse.ts')).parse(command.opts(), terminal))

  const replay = verb('replay', 'read a file of recorded replies and compare with what was expected')
    .argument('<file>', 'JSON Lines, also .gz')
    .addOption(new Option('--profile <profile>', 'how the calls must be written').choices(PROFILES).default('lenient'))
    .option('--out <file>', 'write one line a row')
  runs(replay, async ([file = ''], command, terminal) =>
    (await import('../replay/replay.ts')).replay(file, command.opts(), terminal),
  )

  const tools = group('tools', 'the tools that can be called')
  const list = tools
    .verb('list', 'all tools, a line each')
    .option('--tools <file>', 'JSON list of tools (default: what can be called in a workspace)')
  runs(list, async (_args, command, terminal) => (await import('../tools.ts')).listTools(command.opts(), terminal))
  const show = tools
    .verb('show', 'one tool with its parameters')
    .argument('<name>')
    .option('--tools <file>', 'JSON list of tools (default: what can be called in a workspace)')
  runs(show, async ([name = ''], command, terminal) =>
    (await import('../tools.ts')).showTool(name, command.opts(), terminal),
  )

  const explain = verb('explain', 'what a fault code means and what to do').argument('<code>')
  runs(explain, async ([code = ''], command, terminal) =>
    (await import('../explain.ts')).explain(code, command.opts(), terminal),
  )

  const demo = verb('demo', 'show on examples what is read, fixed and refused')
  runs(demo, async (_args, command, terminal) => (await import('../demo/demo.ts')).demo(command.opts(), terminal))
}
