import { CountersignError, type Matches, compileGlob } from '../../core/index.ts'
import { NO_RULES, type PrefixRules } from './commands/prefix-rule.ts'
import type { ShellSettings } from './settings.ts'

/** Everything that decides about a command, made from one configuration, never changed, and replaced as a whole. */
export type ShellPolicy = {
  readonly settings: ShellSettings
  readonly blocked: readonly string[]
  readonly rules: PrefixRules
  /** Which files a transaction copies. */
  readonly inScope: Matches
}

/** Throws if the configuration is wrong, so that a wrong one never takes the place of a right one. */
async function createShellPolicy(settings: ShellSettings): Promise<ShellPolicy> {
  const rules =
    settings.rules.length === 0
      ? NO_RULES
      : (await import('./commands/prefix-rules.ts')).readPrefixRules(settings.rules)
  const globs = settings.transaction_scope.map(glob => compileScope(glob))
  return Object.freeze({
    settings,
    blocked: settings.blocked.filter(line => line.trim() !== ''),
    rules,
    inScope: (path: string) => globs.some(matches => matches(path)),
  })
}

function compileScope(glob: string): Matches {
  try {
    return compileGlob(glob)
  } catch (thrown) {
    throw new CountersignError(
      'config_invalid',
      `tools.shell.transaction_scope: ${thrown instanceof Error ? thrown.message : 'unreadable pattern'}`,
    )
  }
}

/** Holds the policy that counts now. Each command keeps the one it began with. */
export type PolicyHolder = {
  readonly current: () => ShellPolicy
  /** Checks another one; what comes back lets it count, as a whole and at once. */
  readonly prepare: (settings: ShellSettings) => Promise<() => void>
}

export async function createPolicyHolder(first: ShellSettings): Promise<PolicyHolder> {
  let policy = await createShellPolicy(first)
  return {
    current: () => policy,
    async prepare(settings) {
      const next = await createShellPolicy(settings)
      return () => void (policy = next)
    },
  }
}
