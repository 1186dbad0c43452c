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
    (await import('../call/call.ts')).undo(receipt, command.opts(), terminal),
  )

  const why = verb('why', 'the rule by which a tool is offered or withheld')
    .argument('<tool>')
    .argument('[message...]', 'for this message: what it is read as decides, too')
    .option('--session <id>', 'whose tokens count')
  runs(why, async ([tool = '', ...words], command, terminal) =>
    (await import('../authority/why.ts')).why({ tool, message: words.join(' ') }, command.opts(), terminal),
  )
}

export function addAuthorityVerbs({ verb, group, runs }: Register): void {
  const permissions = group('permissions', 'what was granted, and what waits for an answer')
  const list = permissions.verb('list', 'active grants')
  runs(list, async (_args, command, terminal) =>
    (await import('../authority/permissions.ts')).listGrants(command.opts(), terminal),
  )
  const pending = permissions.verb('pending', 'calls that wait for an answer, with all their arguments')
  runs(pending, async (_args, command, terminal) =>
    (await import('../authority/permissions.ts')).listApprovals(command.opts(), terminal),
  )
  for (const state of ['approve', 'deny'] as const) {
    const decide = permissions
      .verb(state, state === 'approve' ? 'let exactly this call run once' : 'refuse it')
      .argument('<id>')
    runs(decide, async ([id = ''], command, terminal) =>
      (await import('../authority/permissions.ts')).decideApproval({ id, state }, command.opts(), terminal),
    )
  }
  const revoke = permissions.verb('revoke', 'end a grant at once').argument('<id>')
  runs(revoke, async ([id = ''], command, terminal) =>
    (await import('../authority/permissions.ts')).revoke(id, command.opts(), terminal),
  )

  const trust = verb('trust', 'trust this workspace as it is now; a change asks again')
    .option('--show', 'only show what it would loosen')
    .option('--withdraw', 'trust it no longer')
    .option('--yes', 'do not ask')
  runs(trust, async (_args, command, terminal) =>
    (await import('../authority/trust.ts')).trust(command.opts(), terminal),
  )
}
