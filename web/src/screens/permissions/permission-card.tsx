import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { PermissionChoice, PermissionView } from 'shapes'
import { isTyping } from '../../keys.ts'
import { Icon } from '../../parts/icon.tsx'
import { JsonText } from '../../parts/json-text.tsx'
import { useNow } from '../../parts/use-now.ts'
import { countdown, duration, shortId, size } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { commandOf } from '../commands/command-of.ts'
import { CommandText, SandboxMark } from '../commands/command-text.tsx'
import { AlwaysStep } from './always-step.tsx'
import { ChangeText } from './change-text.tsx'
import { Covers } from './covers.tsx'
import { DenyStep } from './deny-step.tsx'
import { type DryRun, DryRunResult, useDryRun } from './dry-run.tsx'
import { MoreTime } from './more-time.tsx'
import { useDecide } from './more-time.tsx'
import { useQuestion } from './more-time.tsx'

const say = words.permission
const ARM = 600 // ms until the buttons work, so that a stray click cannot approve

type CardStep = 'choose' | 'deny' | 'always'

/** An approval request. It never takes the focus, its keys work only inside it, and without an answer it is denied. */
export function PermissionCard({ permission: given }: { readonly permission: PermissionView }): JSX.Element {
  const { permission, isWhole } = useQuestion(given)
  const [step, setStep] = useState<CardStep>('choose')
  const decide = useDecide(permission)
  const dry = useDryRun(permission)
  const isArmed = useArmed() && isWhole
  const left = Date.parse(permission.expires_at) - useNow(1000)
  const title = useId()
  const has = (wanted: PermissionChoice['for']): boolean => permission.choices.some(choice => choice.for === wanted)
  const press = (event: KeyboardEvent): void => {
    if (isTyping(event.target) || event.ctrlKey || event.altKey || event.metaKey || step !== 'choose' || left <= 0)
      return
    if (event.key === 'n') void decide({ decision: 'deny' })
    else if (event.key === 'e') setStep('deny')
    else if (event.key === 'd' && dry.run) void dry.run()
    else if (!isArmed) return
    else if (event.key === 'y') void decide({ decision: 'allow' })
    else if (event.key === 't' && has('minutes')) void decide({ decision: 'allow', for: 'minutes', seconds: 300 })
    else if (event.key === 'w' && has('always')) setStep('always')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      role="group"
      class={`permission risk-edge-${permission.risk}`}
      tabIndex={-1}
      aria-labelledby={title}
      onKeyDown={press}
      data-permission={permission.id}
      data-armed={isArmed}
      data-testid="permission-card"
    >
      <CardHead {...{ permission, title, left }} />
      <Ask permission={permission} />
      {!isWhole && <p class="faint">{say.reading}</p>}
      {dry.result.value && <DryRunResult result={dry.result.value} />}
      {step === 'deny' && (
        <DenyStep
          onBack={() => setStep('choose')}
          onDeny={reason => void decide({ decision: 'deny', ...(reason !== '' && { reason }) })}
        />
      )}
      {step === 'always' && (
        <AlwaysStep
          choices={permission.choices}
          onBack={() => setStep('choose')}
          onSave={rule => void decide({ decision: 'allow', for: 'always', rule })}
        />
      )}
      {step === 'choose' && left > 0 && <Covers choices={permission.choices} />}
      {step === 'choose' && left > 0 && <Choices {...{ permission, isArmed, has, setStep, decide, dryRun: dry.run }} />}
    </div>
  )
}

type CardHeadProps = { readonly permission: PermissionView; readonly title: string; readonly left: number }

function CardHead({ permission, title, left }: CardHeadProps): JSX.Element {
  return (
    <header class="row spread wrap">
      <h2 id={title}>
        <Icon name="question" size={18} /> {say.title}
      </h2>
      <span class="row">
        <span class={left < 20_000 ? 'tone-bad' : 'faint'} role="timer">
          {left > 0 ? say.expires(countdown(left)) : say.expired(duration(-left))}
        </span>
        {left > 0 && <MoreTime permission={permission} />}
      </span>
    </header>
  )
}

/** The request in full: who asks, the call and its arguments, the change, and why it asks. */
function Ask({ permission }: { readonly permission: PermissionView }): JSX.Element {
  const { asked_by: asker, session_id: session, args, change, risk } = permission
  const command = commandOf(args)
  const who = asker.model ?? (asker.caller === null ? say.aModel : say.caller(asker.caller))
  return (
    <>
      <p class="ask-sentence">
        <strong>{visible(who)}</strong> <span class="faint">({say.session(shortId(session))})</span>{' '}
        {permission.kind === 'capability' ? (
          <Kind capability={permission.capability} />
        ) : (
          <>
            {say.wants} <strong class={`verb verb-${risk}`}>{command ? say.run : say.verb[risk]}</strong>
          </>
        )}
      </p>
      <p class="row wrap">
        <code>{visible(permission.tool)}</code>
        {permission.kind === 'call' && <span>{visible(permission.summary)}</span>}
        <span class={`risk risk-${risk}`} title={permission.risk_because}>
          {say.risk(words.risk[risk])}
        </span>
        <SandboxMark profile={permission.sandbox} />
      </p>
      {command && <CommandText of={command} />}
      {change && <ChangeText change={change} />}
      {args !== null && (
        <details class="arguments" open={change === null && command === null}>
          <summary>{say.arguments(Object.keys(args).length, size(permission.args_bytes))}</summary>
          <JsonText value={args} label={words.detail.arguments} />
        </details>
      )}
      <p class="faint">
        {say.asked}: {sentence(permission.reason)} {sentence(permission.risk_because)}{' '}
        {permission.definition_hash && (
          <>
            {say.definition} <code>{permission.definition_hash.slice(0, 10)}…</code>
          </>
        )}
      </p>
      {!permission.held && <p class="tone-warn">{say.notHeld}</p>}
    </>
  )
}

/** What a capability is for, and its name as used in rules and flags. */
function Kind({ capability }: { readonly capability: string }): JSX.Element {
  const kind = say.kinds[capability]
  return kind === undefined ? (
    <>{say.may(capability)}</>
  ) : (
    <>
      {say.wants} <strong>{kind}</strong> <span class="faint">({visible(capability)})</span>
    </>
  )
}

const sentence = (text: string): string => `${visible(text).replace(/[.\s]+$/, '')}.`

type ChoicesProps = {
  readonly permission: PermissionView
  readonly isArmed: boolean
  readonly has: (wanted: PermissionChoice['for']) => boolean
  readonly setStep: (step: CardStep) => void
  readonly decide: ReturnType<typeof useDecide>
  readonly dryRun: DryRun['run']
}

function Choices({ permission, isArmed, has, setStep, decide, dryRun }: ChoicesProps): JSX.Element {
  const rule = (wanted: PermissionChoice['for']): string | undefined =>
    permission.choices.find(choice => choice.for === wanted)?.rule
  return (
    <div class="choices">
      <div class="row wrap">
        <button type="button" onClick={() => void decide({ decision: 'deny' })}>
          <kbd>n</kbd> {say.deny}
        </button>
        <button type="button" class="quiet" onClick={() => setStep('deny')}>
          <kbd>e</kbd> {say.denyWhy}
        </button>
        {dryRun && (
          <button type="button" class="quiet" onClick={() => void dryRun()}>
            <kbd>d</kbd> {say.dryRun}
          </button>
        )}
      </div>
      <div class="row wrap">
        <button
          type="button"
          class={permission.risk === 'destroy' ? 'danger' : 'strong'}
          disabled={!isArmed}
          title={rule('once')}
          onClick={() => void decide({ decision: 'allow' })}
        >
          <kbd>y</kbd> {say.once}
        </button>
        {has('minutes') && (
          <ForMinutes
            isArmed={isArmed}
            rule={rule('minutes')}
            onAllow={seconds => void decide({ decision: 'allow', for: 'minutes', seconds })}
          />
        )}
        {has('session') && (
          <button
            type="button"
            class="quiet"
            disabled={!isArmed}
            title={rule('session')}
            onClick={() => void decide({ decision: 'allow', for: 'session' })}
          >
            {say.forSession}
          </button>
        )}
        {has('always') && (
          <button type="button" class="quiet" disabled={!isArmed} onClick={() => setStep('always')}>
            <kbd>w</kbd> {say.always}
          </button>
        )}
      </div>
    </div>
  )
}

type ForMinutesProps = {
  readonly isArmed: boolean
  readonly rule: string | undefined
  readonly onAllow: (seconds: number) => void
}

function ForMinutes({ isArmed, rule, onAllow }: ForMinutesProps): JSX.Element {
  const [minutes, setMinutes] = useState(5)
  return (
    <span class="joined">
      <button type="button" disabled={!isArmed} title={rule} onClick={() => onAllow(minutes * 60)}>
        <kbd>t</kbd> {say.allowFor}
      </button>
      <select
        aria-label={say.minutesPick}
        value={minutes}
        onChange={event => setMinutes(Number(event.currentTarget.value))}
      >
        {[1, 5, 30].map(value => (
          <option key={value} value={value}>
            {say.minutes(value)}
          </option>
        ))}
      </select>
    </span>
  )
}

function useArmed(): boolean {
  const [isArmed, setArmed] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    since.current = performance.now()
    const timer = setTimeout(() => setArmed(true), ARM)
    return () => clearTimeout(timer)
  }, [])
  return isArmed
}
