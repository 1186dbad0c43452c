import { succeed } from '../../../core/index.ts'
import { type WhyTool, newSession, whyTool } from '../../../runtime/index.ts'
import { EXIT } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import { type PlaceFlags, failureOf, withRuntime } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'
import { openRouter } from '../turn/route.ts'
import { type MessageReason, messageWords, whyMessage } from '../turn/why-message.ts'

export type WhyFlags = PlaceFlags & { readonly session?: string }
type Question = { readonly tool: string; readonly message: string }

/** With a message, what it is read as decides, too. */
export async function why({ tool, message }: Question, flags: WhyFlags, terminal: Terminal): Promise<number> {
  const reason = await withRuntime(flags, terminal, async runtime => {
    const told = await whyTool(tool, flags.session ?? newSession(), runtime)
    if (!told.ok || message.trim() === '') return told
    const routed = await interruptible(async ({ signal }) => (await openRouter(flags, signal))(message))
    return succeed(forMessage(told.value, whyMessage(told.value.tool, routed, runtime)))
  })
  if (!reason.ok) throw failureOf(reason.error)
  terminal.out(flags.json === true ? JSON.stringify(reason.value) : render(reason.value, terminal))
  return EXIT.done
}

type Told = WhyTool & { readonly message?: MessageReason }

/** Both must offer it. */
const forMessage = (told: WhyTool, message: MessageReason): Told => ({
  ...told,
  offered: told.offered && message.offered,
  because: told.offered ? `${message.intent} ${message.offered ? 'offers' : 'does not offer'} it` : told.because,
  message,
})

function render(
  { tool, risk, capability, offered, because, rules, token, confirmation, trust, message }: Told,
  { paint }: Terminal,
): string {
  const mark = offered ? paint('green', 'offered') : paint('red', 'withheld')
  const others = rules.map(({ rule, action, reason, depends_on_arguments: depends }) => {
    const when = depends ? ' (depends on the arguments)' : ''
    return `  ${rule}: ${action}${when}${reason === null ? '' : `, "${visible(reason)}"`}`
  })
  return [
    `${paint('bold', tool)} is ${mark}: ${visible(because)}.`,
    `  risk ${risk}, needs ${capability}; ${token.says}${token.state === 'missing' ? `; give one with --allow ${capability}` : ''}.`,
    `  confirmation (${trust}): ${confirmation}.`,
    ...others,
    ...(message ? [`  ${visible(messageWords(tool, message))}`] : []),
  ].join('\n')
}
