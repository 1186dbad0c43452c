import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { BreakReply, StartView, VerifyReply } from 'shapes'
import { CodeText } from '../../parts/code-text.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { usePost } from '../../parts/use-post.ts'
import { useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import { receiptsOf } from '../../state/turn-state.ts'
import { words } from '../../words.ts'
import { askIn } from '../chat/ask-in.ts'
import { Broken } from '../receipts/prove-receipt.tsx'
import { VerifyResult } from '../receipts/verify-result.tsx'
import { FirstCard } from './first-card.tsx'
import { OwnModel } from './own-model.tsx'

const say = words.first
const MOST_TURNS = 4 // after more turns the first steps are done

/** The first steps: see a call get caught, verify its receipt, break a copy, then use your own model. */
export function FirstSteps({ session }: { readonly session: Session }): JSX.Element | null {
  const { workspace, firstSteps } = useConsole()
  const start = workspace.start.value.value
  const turns = session.turns.value.map(({ state }) => state.value)
  const done = turns.find(state => state.status === 'completed' && receiptsOf(state).length > 0)
  const receipt = done === undefined ? undefined : receiptsOf(done)[0]
  if (
    !firstSteps.value ||
    start === null ||
    session.isLoading.value ||
    turns.length > MOST_TURNS ||
    session.running.value !== null
  )
    return null
  const leave = (): void => void (firstSteps.value = false)
  if (receipt !== undefined)
    return <ReceiptSteps {...{ session, start, receipt, leave }} question={done?.message ?? ''} />
  return turns.length === 0 && start.model.is_demo ? <DemoStep {...{ session, start, leave }} /> : null
}

type StepProps = { readonly session: Session; readonly start: StartView; readonly leave: () => void }

function DemoStep({ session, start, leave }: StepProps): JSX.Element | null {
  const app = useConsole()
  const [question] = start.to_try
  if (question === undefined) return null
  return (
    <FirstCard {...say.one} onLeave={leave}>
      <button
        type="button"
        class="strong"
        onClick={() => void askIn(app, session, { message: question })}
        data-testid="run-demo"
      >
        {say.one.act}
      </button>
    </FirstCard>
  )
}

function ReceiptSteps({
  session,
  start,
  leave,
  receipt,
  question,
}: StepProps & { readonly receipt: string; readonly question: string }): JSX.Element {
  const post = usePost()
  const verified = useSignal<VerifyReply | null>(null)
  const broken = useSignal<BreakReply | null>(null)
  const verify = async (): Promise<void> =>
    void (verified.value = await post<VerifyReply>('/api/audit/verify', { receipt_id: receipt }))
  const breakIt = async (): Promise<void> =>
    void (broken.value = await post<BreakReply>('/api/audit/break', { receipt_id: receipt }))
  const end = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (verified.value !== null) end.current?.scrollIntoView({ block: 'end' })
  }, [verified.value, broken.value])
  return (
    <>
      <FirstCard {...(verified.value === null ? say.verify : say.broken)} onLeave={leave}>
        {verified.value === null && (
          <button type="button" class="strong" onClick={() => void verify()} data-testid="first-verify">
            {say.verify.act}
          </button>
        )}
        <div role="status">
          {verified.value && <VerifyResult result={verified.value} />}
          {broken.value && <Broken broken={broken.value} />}
        </div>
        {verified.value !== null && broken.value === null && (
          <button type="button" class="strong" onClick={() => void breakIt()} data-testid="first-break">
            {say.broken.act}
          </button>
        )}
        <span ref={end} />
      </FirstCard>
      {broken.value !== null && <OwnModel session={session} question={question} onLeave={leave} />}
      {broken.value !== null &&
        start.snippets.map(({ name, text }) => (
          <FirstCard key={name} title={say.three.title} text={`${name}: ${say.three.text}`} onLeave={leave}>
            <CodeText text={text} label={name} />
            <CopyButton text={text} />
          </FirstCard>
        ))}
    </>
  )
}
