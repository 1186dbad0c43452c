import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Register } from './register.ts'

const PROFILES = ['strict', 'lenient', 'run', 'native']
const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

function count(value: string): number {
  if (/^\d{1,6}$/.test(value) && Number(value) > 0) return Number(value)
  throw new InvalidArgumentError('It must be a whole number, such as 10.')
}

export function addTurnVerbs({ verb, group, runs }: Register): void {
  const ask = withTurnFlags(
    verb('ask', 'one message to a model, with the tools that it may use').argument(
      '<message...>',
      'the message, or - for standard input',
    ),
  ).option('--events', "print the turn's events first, a line of JSON each")
  runs(ask, async (words, command, terminal) => (await import('../turn/ask.ts')).ask(words, command.opts(), terminal))

  const chat = withTurnFlags(verb('chat', 'talk with a model, message by message')).option(
    '--continue',
    'go on with the latest session',
  )
  runs(chat, async (_args, command, terminal) => (await import('../turn/chat.ts')).chat(command.opts(), terminal))

  const sessions = group('sessions', 'the conversations of this workspace')
  const list = sessions.verb('list', 'the last used first').option('-n, --number <count>', 'how many', count, 20)
  runs(list, async (_args, command, terminal) =>
    (await import('../turn/sessions.ts')).listSessions(command.opts(), terminal),
  )

  const forget = sessions
    .verb('forget', 'delete a conversation for good')
    .argument('<id>')
    .option('--yes', 'do not ask')
  runs(forget, async ([id = ''], command, terminal) =>
    (await import('../turn/sessions.ts')).forgetConversation(id, command.opts(), terminal),
  )

  const route = verb('route', 'what a message is about, as the router reads it')
    .argument('[text...]')
    .option('--file <file>', 'JSON Lines with rows {id?, text}; one line of JSON for each')
    .option('--no-model', 'ask no model, whatever the configuration says')
  runs(route, async (words, command, terminal) =>
    (await import('../turn/route.ts')).route(words, command.opts(), terminal),
  )

  const policy = verb('policy', 'the tools and permissions of an intent').argument('<intent>')
  runs(policy, async ([intent = ''], command, terminal) =>
    (await import('../turn/route.ts')).policy(intent, command.opts(), terminal),
  )
}

const withTurnFlags = (command: Command): Command =>
  command
    .option(
      '--model <spec>',
      'who answers: ollama:qwen3:4b, lmstudio:NAME, http://host:port/v1#NAME, demo, scripted:FILE ...',
    )
    .addOption(
      new Option('--profile <profile>', 'how calls must be written (default: what fits the model)').choices(PROFILES),
    )
    .option('--session <id>', 'go on with this session')
    .option('--allow <capability>', 'grant a capability for this command; may be repeated', collect, [])
    .option('--only <tool>', 'offer no other tool; may be repeated', collect, [])
    .option('--no-tools', 'offer no tools')
    .option('--require-tool', 'the first reply must be a call')
    .option('--debug-routing', 'print what each stage decided, a line of JSON each, on standard error')
    .option('--example', 'in a copy of the example manuscript, which stays yours')
    .option('--ascii', 'no signs beyond ASCII')

export function addMemoryVerbs({ group, runs }: Register): void {
  const memory = group('memory', 'what is remembered of you')
  const list = memory.verb('list', 'all facts, the newest first')
  runs(list, async (_args, command, terminal) =>
    (await import('../memory/show-facts.ts')).listFacts(command.opts(), terminal),
  )
  const pending = memory.verb('pending', 'facts that wait for your answer')
  runs(pending, async (_args, command, terminal) =>
    (await import('../memory/show-facts.ts')).listProposals(command.opts(), terminal),
  )
  const exported = memory.verb('export', 'all facts, a line of JSON each')
  runs(exported, async (_args, command, terminal) =>
    (await import('../memory/show-facts.ts')).exportFacts(command.opts(), terminal),
  )

  for (const decision of ['approve', 'discard'] as const) {
    const decide = memory.verb(decision, decision === 'approve' ? 'keep what waits' : 'do not keep it').argument('<id>')
    runs(decide, async ([id = ''], command, terminal) =>
      (await import('../memory/change-facts.ts')).decideProposal({ id, decision }, command.opts(), terminal),
    )
  }
  const edit = memory
    .verb('edit', 'say a fact in other words; one that waits is kept in them')
    .argument('<id>')
    .argument('<text...>')
  runs(edit, async ([id = '', ...words], command, terminal) =>
    (await import('../memory/change-facts.ts')).edit({ id, text: words.join(' ') }, command.opts(), terminal),
  )
  const forget = memory.verb('forget', 'delete a fact for good').argument('<id>').option('--yes', 'do not ask')
  runs(forget, async ([id = ''], command, terminal) =>
    (await import('../memory/forget-fact.ts')).forget(id, command.opts(), terminal),
  )
}
