import type { Register } from './register.ts'

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

export function addCallingVerbs({ verb, runs }: Register): void {
  const call = verb('call', 'call one tool through the whole path, without a model')
    .argument('<tool>')
    .argument('[arguments...]', 'FILE.json, - for standard input, {…}, or key=value (text) and key:=json')
    .option('--session <id>', 'the session it belongs to (default: one of its own)')
    .option('--event <id>', 'what set it off: the same event never acts twice')
    .option('--allow <capability>', 'grant a capability for this command; may be repeated', collect, [])
  runs(call, async ([tool = '', ...given], command, terminal) =>
    (await import('../call/call.ts')).call({ tool, given }, command.opts(), terminal),
  )

  const undo = verb('undo', 'take back the file change that a receipt tells of').argument('<receipt>')
  runs(undo, async ([receipt = ''], command, terminal) =>
    (await import('../call/undo.ts')).undo(receipt, command.opts(), terminal),
  )

  const why = verb('why', 'the rule by which a tool is offered or withheld')
    .argument('<tool>')
    .argument('[message...]', 'for this message: what it is read as decides, too')
    .option('--session <id>', 'whose tokens count')
  runs(why, async ([tool = '', ...words], command, terminal) =>
    (await import('../authority/why.ts')).why({ tool, message: words.join(' ') }, command.opts(), terminal),
  )
}
