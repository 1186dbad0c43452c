import { INTENTS, decidePolicy } from '../../../policy/index.ts'
import { EXIT, usageFailure } from '../failure.ts'
import type { Terminal } from '../terminal.ts'

/** What an intent may use. */
export function policy(intent: string, flags: { readonly json?: boolean }, { out, paint }: Terminal): number {
  if (!INTENTS.includes(intent)) throw usageFailure(`No intent "${intent}". Intents: ${INTENTS.join(', ')}.`)
  const { AllowedTools, ForbiddenTools, RequiredPermissions } = decidePolicy({ Intent: intent })
  if (flags.json === true) {
    out(JSON.stringify({ AllowedTools, ForbiddenTools, RequiredPermissions }))
    return EXIT.done
  }
  const row = (label: string, names: readonly string[]): void =>
    out(`  ${label.padEnd(12)} ${names.length === 0 ? 'none' : names.join(', ')}`)
  out(paint('bold', intent))
  row('allowed', AllowedTools)
  row(
    'forbidden',
    ForbiddenTools.map(name => (name === '*' ? 'everything' : name)),
  )
  row('permissions', RequiredPermissions)
  return EXIT.done
}
