import type { Register } from './register.ts'

export function addMemoryVerbs({ group, runs }: Register): void {
  const memory = group('memory', 'what is remembered of you')
  const list = memory.verb('list', 'all facts, the newest first')
  runs(list, async (_args, command, terminal) =>
    (await import('../memory/show-facts.ts')).listFacts(command.opts(), terminal),
  )
  const pending = memory.verb('pending', 'facts that wait for your answer')
  runs(pending, async (_args, command, terminal) =>
    (await import('../memory/show-facts.ts')).listPending(command.opts(), terminal),
  )
  const exported = memory.verb('export', 'all facts, a line of JSON each')
  runs(exported, async (_args, command, terminal) =>
    (await import('../memory/show-facts.ts')).exportFacts(command.opts(), terminal),
  )

  for (const decision of ['approve', 'discard'] as const) {
    const decide = memory.verb(decision, decision === 'approve' ? 'keep what waits' : 'do not keep it').argument('<id>')
    runs(decide, async ([id = ''], command, terminal) =>
      (await import('../memory/change-facts.ts')).decide({ id, decision }, command.opts(), terminal),
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
