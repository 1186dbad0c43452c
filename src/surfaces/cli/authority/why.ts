import { succeed } from '../../../core/index.ts'
import { type WhyTool, newSession, whyTool } from '../../../runtime/index.ts'
import { EXIT } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import { type PlaceFlags, asFailure, withRuntime } from '../open-runtime.ts'
import { type Terminal, visible, resultText } from '../terminal.ts'
import { openRouter } from '../turn/route.ts'
import type { WhyMessage } from '../../http/shapes/tools.ts'
import { messageWords, whyMessage } from '../turn/why-message.ts'

type WhyFlags = PlaceFlags & { readonly session?: string }
type Question = { readonly tool: string; readonly message: string }

/** Explains why a tool is offered or withheld. With a message, its intent counts as well. */
export async function why({ tool, message }: Question, flags: WhyFlags, terminal: Terminal): Promise<number> {
  const reason = await withRuntime(flags, terminal, async runtime => {
    const explained = await whyTool(tool, flags.session ?? newSession(), runtime)
    if (!explained.ok || message.trim() === '') return explained
    const routed = await interruptible(async ({ signal }) => (await openRouter(flags, signal))(message))
    return succeed(forMessage(explained.value, whyMessage(explained.value.tool, routed, runtime)))
  })
  if (!reason.ok) throw asFailure(reason.error)
  terminal.out(resultText(flags, reason.value, render(reason.value, terminal)))
  return EXIT.done
}

type ToolExplanation = WhyTool & { readonly message?: WhyMessage }

/** The tool is offered only if both the rules and the message's intent offer it. */
const forMessage = (explained: WhyTool, message: WhyMessage): ToolExplanation => ({
  ...explained,
  offered: explained.offered && message.offered,
  because: explained.offered
    ? `${message.intent} ${message.offered ? 'offers' : 'does not offer'} it`
    : explained.because,
  message,
})

function render(
  { tool, risk, capability, offered, because, rules, token, confirmation, trust, message }: ToolExplanation,
  { paint }: Terminal,
): string {
  const mark = offered ? paint('green', 'offered') : paint('red', 'withheld')
  const others = rules.map(({ rule, action, reason, depends_on_arguments: depends }) => {
    const when = depends ? ' (depends on the arguments)' : ''
    return `  ${rule}: ${action}${when}${reason === null ? '' : `, "${visible(reason)}"`}`
  })
  const advice = token.state === 'missing' ? `; grant it with --allow ${capability}` : ''
  return [
    `${paint('bold', tool)} is ${mark}: ${visible(because)}.`,
    `  risk ${risk}, needs ${capability}; ${token.says}${advice}.`,
    `  confirmation (${trust}): ${confirmation}.`,
    ...others,
    ...(message ? [`  ${visible(messageWords(tool, message))}`] : []),
  ].join('\n')
}
