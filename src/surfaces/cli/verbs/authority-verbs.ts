import type { Register } from './register.ts'

export function addAuthorityVerbs({ verb, group, runs }: Register): void {
  const permissions = group('permissions', 'what was granted, and what waits for an answer')
  const list = permissions.verb('list', 'active grants')
  runs(list, async (_args, command, terminal) =>
    (await import('../authority/permissions.ts')).listGrants(command.opts(), terminal),
  )
  const pending = permissions.verb('pending', 'calls that wait for an answer, with all their arguments')
  runs(pending, async (_args, command, terminal) =>
    (await import('../authority/permissions.ts')).listPending(command.opts(), terminal),
  )
  for (const state of ['approve', 'deny'] as const) {
    const decide = permissions
      .verb(state, state === 'approve' ? 'let exactly this call run once' : 'refuse it')
      .argument('<id>')
    runs(decide, async ([id = ''], command, terminal) =>
      (await import('../authority/permissions.ts')).decide({ id, state }, command.opts(), terminal),
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
