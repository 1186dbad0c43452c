import type { Register } from './register.ts'

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

export function addCallingVerbs({ verb, runs }: Register): void {
  const call = verb('call', 'call one tool through all checks, without a model')
    .argument('<tool>')
    .argument('[arguments...]', 'FILE.json, - for standard input, {…}, or key=value (text) and key:=json')
    .option('--session <id>', 'the session of the call (default: a new one)')
    .option('--event <id>', 'the event that caused it: the same event never acts twice')
    .option('--allow <capability>', 'grant a capability for this command; may be repeated', collect, [])
  runs(call, async ([tool = '', ...given], command, terminal) =>
    (await import('../call/call.ts')).call({ tool, given }, command.opts(), terminal),
  )

  const undo = verb('undo', 'undo the file change of a receipt').argument('<receipt>')
  runs(undo, async ([receipt = ''], command, terminal) =>
    (await import('../call/call.ts')).undo(receipt, command.opts(), terminal),
  )

  const why = verb('why', 'why a tool is offered or withheld')
    .argument('<tool>')
    .argument('[message...]', 'for this message: its intent counts as well')
    .option('--session <id>', 'the session whose grants count')
  runs(why, async ([tool = '', ...words], command, terminal) =>
    (await import('../authority/why.ts')).why({ tool, message: words.join(' ') }, command.opts(), terminal),
  )
}

export function addAuthorityVerbs({ verb, group, runs, loads }: Register): void {
  const permissions = group('permissions', 'grants, and calls that wait for approval')
  const list = permissions.verb('list', 'active grants')
  loads(list, async () => (await import('../authority/permissions.ts')).listGrants)
  const pending = permissions.verb('pending', 'calls that wait for approval, with all their arguments')
  loads(pending, async () => (await import('../authority/permissions.ts')).listApprovals)
  for (const state of ['approve', 'deny'] as const) {
    const decide = permissions
      .verb(state, state === 'approve' ? 'run exactly this call once' : 'deny the call')
      .argument('<id>')
    runs(decide, async ([id = ''], command, terminal) =>
      (await import('../authority/permissions.ts')).decideApproval({ id, state }, command.opts(), terminal),
    )
  }
  const revoke = permissions.verb('revoke', 'end a grant at once').argument('<id>')
  runs(revoke, async ([id = ''], command, terminal) =>
    (await import('../authority/permissions.ts')).revoke(id, command.opts(), terminal),
  )

  const trust = verb('trust', 'trust this workspace; a change to its files asks again')
    .option('--show', 'only show what trusting would loosen')
    .option('--withdraw', 'withdraw the trust')
    .option('--yes', 'do not ask')
  loads(trust, async () => (await import('../authority/trust.ts')).trust)
}
