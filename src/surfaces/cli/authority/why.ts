import { type WhyTool, newSession, whyTool } from '../../../runtime/index.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, failureOf, withRuntime } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'

export async function why(tool: string, flags: PlaceFlags & { readonly session?: string }, terminal: Terminal): Promise<number> {
  const reason = await withRuntime(flags, terminal, runtime => whyTool(tool, flags.session ?? newSession(), runtime))
  if (!reason.ok) throw failureOf(reason.error)
  terminal.out(flags.json === true ? JSON.stringify(reason.value) : render(reason.value, terminal))
  return EXIT.done
}

function render({ tool, risk, capability, offered, because, rules, token, confirmation, trust }: WhyTool, { paint }: Terminal): string {
  const mark = offered ? paint('green', 'offered') : paint('red', 'withheld')
  const others = rules.map(({ rule, action, reason, depends_on_arguments: depends }) => {
    const when = depends ? ' (depends on the arguments)' : ''
    return `  ${rule}: ${action}${when}${reason === null ? '' : `, "${visible(reason)}"`}`
  })
  return [
    `${paint('bold', tool)} is ${mark}: ${visible(because)}.`,
    `  risk ${risk}, needs ${capability}; ${token.says}.`,
    `  confirmation (${trust}): ${confirmation}.`,
    ...others,
  ].join('\n')
}
