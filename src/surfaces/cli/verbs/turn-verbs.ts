import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Register } from './register.ts'

const PROFILES = ['strict', 'lenient', 'run', 'native']
const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

function count(value: string): number {
  if (/^\d{1,6}$/.test(value) && Number(value) > 0) return Number(value)
  throw new InvalidArgumentError('Use a whole number, such as 10.')
}

export function addTurnVerbs({ verb, group, runs, loads }: Register): void {
  const ask = withTurnFlags(
    verb('ask', 'send one message to a model').argument('<message...>', 'the message, or - for standard input'),
  ).option('--events', "print the turn's events first, as JSON Lines")
  runs(ask, async (words, command, terminal) => (await import('../turn/ask.ts')).ask(words, command.opts(), terminal))

  const chat = withTurnFlags(verb('chat', 'chat with a model')).option('--continue', 'continue the latest session')
  loads(chat, async () => (await import('../turn/chat.ts')).chat)

  const sessions = group('sessions', 'the conversations of this workspace')
  const list = sessions
    .verb('list', 'all conversations, the most recent first')
    .option('-n, --number <count>', 'how many', count, 20)
  loads(list, async () => (await import('../turn/sessions.ts')).listSessions)

  const forget = sessions
    .verb('forget', 'delete a conversation for good')
    .argument('<id>')
    .option('--yes', 'do not ask')
  runs(forget, async ([id = ''], command, terminal) =>
    (await import('../turn/sessions.ts')).forgetConversation(id, command.opts(), terminal),
  )

  const route = verb('route', 'the intent of a message')
    .argument('[text...]')
    .option('--file <file>', 'JSON Lines of {id?, text}; prints a line of JSON for each')
    .option('--no-model', 'never ask a model, whatever the configuration says')
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
      'the model: ollama:qwen3:4b, lmstudio:NAME, http://host:port/v1#NAME, demo, scripted:FILE …',
    )
    .addOption(
      new Option('--profile <profile>', 'how calls must be written (default: chosen for the model)').choices(PROFILES),
    )
    .option('--session <id>', 'continue this session')
    .option('--allow <capability>', 'grant a capability for this command; may be repeated', collect, [])
    .option('--only <tool>', 'offer no other tool; may be repeated', collect, [])
    .option('--no-tools', 'offer no tools')
    .option('--require-tool', 'the first reply must be a call')
    .option('--debug-routing', 'print the decision of each stage as JSON Lines on standard error')
    .option('--example', 'use a copy of the example manuscript as workspace')
    .option('--ascii', 'use ASCII marks only')

export function addMemoryVerbs({ group, runs, loads }: Register): void {
  const memory = group('memory', 'facts remembered about you')
  const list = memory.verb('list', 'all facts, the newest first')
  loads(list, async () => (await import('../memory/show-facts.ts')).listFacts)
  const pending = memory.verb('pending', 'facts that wait for your answer')
  loads(pending, async () => (await import('../memory/show-facts.ts')).listProposals)
  const exported = memory.verb('export', 'all facts as JSON Lines')
  loads(exported, async () => (await import('../memory/show-facts.ts')).exportFacts)

  for (const decision of ['approve', 'discard'] as const) {
    const decide = memory
      .verb(decision, decision === 'approve' ? 'store a proposed fact' : 'discard a proposed fact')
      .argument('<id>')
    runs(decide, async ([id = ''], command, terminal) =>
      (await import('../memory/change-facts.ts')).decideProposal({ id, decision }, command.opts(), terminal),
    )
  }
  const edit = memory
    .verb('edit', 'reword a fact; a proposed fact is stored in these words')
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
