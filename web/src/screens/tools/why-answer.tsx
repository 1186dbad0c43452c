import type { JSX } from 'preact'
import type { WhyView } from 'shapes'
import { Status } from '../../parts/status.tsx'
import { routerWord } from '../../text/router-word.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.tools

export function WhyAnswer({ why }: { readonly why: WhyView }): JSX.Element {
  const { message } = why
  const isOffered = message?.offered ?? why.offered
  const decider = message && words.detail.by(routerWord(message.decided_by))
  return (
    <div class="why-answer" data-testid="why-answer">
      <p class="row wrap">
        <Status tone={isOffered ? 'ok' : 'bad'}>{isOffered ? say.offered : say.notOffered}</Status>
        <code>{visible(why.tool)}</code>
        <span>{visible(message?.rule ?? why.because)}</span>
      </p>
      {message && (
        <p class="faint">
          {words.policy.intent}: {visible(message.intent)}, {decider}: {visible(message.because)}
        </p>
      )}
      {message?.prefix && !isOffered && <p>{say.prefix(message.prefix)}</p>}
      {why.rules.length > 0 && (
        <ul class="plain">
          {why.rules.map(({ rule, action, reason, depends_on_arguments: depends }) => (
            <li key={rule}>
              <code>{action}</code> {visible(rule)} {depends && say.someCalls}{' '}
              {reason && <span class="faint">{visible(reason)}</span>}
            </li>
          ))}
        </ul>
      )}
      <p class="faint">
        {say.token}: {visible(why.token.says)} · {say.confirmation}: {visible(why.confirmation)}
      </p>
    </div>
  )
}
