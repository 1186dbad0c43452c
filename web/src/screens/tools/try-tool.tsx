import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { CallReply, JsonObject, ToolDryRun, ToolView } from 'shapes'
import { CodeText } from '../../parts/code-text.tsx'
import { Link } from '../../parts/link.tsx'
import { Status } from '../../parts/status.tsx'
import { useConsole } from '../../state/console.ts'
import { shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { DryRunOfTool } from './dry-run-of-tool.tsx'
import { type Field, argumentsOf, fieldsOf } from './form-fields.ts'

const say = words.tools

/**
 * A form from the tool's schema. Enter starts a dry run; a real call, which passes all checks, needs its own button.
 */
export function TryTool({ tool }: { readonly tool: ToolView }): JSX.Element {
  const { api, toast, session } = useConsole()
  const typed = useSignal<{ readonly [name: string]: string }>({})
  const result = useSignal<CallReply | null>(null)
  const tried = useSignal<ToolDryRun | null>(null)
  const isBusy = useSignal(false)
  const fields = fieldsOf(tool.schema)
  const send = async <T,>(verb: 'call' | 'dry-run'): Promise<T | null> => {
    const args = argumentsOf(fields, typed.value)
    if (!args.ok) {
      toast(args.problem)
      return null
    }
    result.value = tried.value = null
    isBusy.value = true
    const body: { readonly args: JsonObject; readonly session_id?: string } = {
      args: args.value,
      ...(session.value && { session_id: session.value.id }),
    }
    const answer = await api.send<T>('POST', `/api/tools/${encodeURIComponent(tool.name)}/${verb}`, body)
    isBusy.value = false
    if (!answer.ok) toast(`${answer.error.message} ${answer.error.advice}`)
    return answer.ok ? answer.value : null
  }
  const dryRun = async (): Promise<void> => void (tried.value = await send<ToolDryRun>('dry-run'))
  const call = async (): Promise<void> => void (result.value = await send<CallReply>('call'))
  return (
    <form class="try-tool" onSubmit={event => (event.preventDefault(), void dryRun())} data-testid="try-tool">
      <h3>{say.try}</h3>
      <p class="faint">{say.tryNote}</p>
      {fields.map(field => (
        <FieldInput
          key={field.name}
          field={field}
          value={typed.value[field.name] ?? ''}
          onInput={value => (typed.value = { ...typed.value, [field.name]: value })}
        />
      ))}
      <div class="row wrap">
        <button type="submit" class="strong" disabled={isBusy.value}>
          {say.dryRun}
        </button>
        <button type="button" disabled={isBusy.value} onClick={() => void call()}>
          {isBusy.value ? say.calling : say.call}
        </button>
      </div>
      <div role="status">
        {tried.value && <DryRunOfTool result={tried.value} />}
        {result.value && <CallResult reply={result.value} />}
      </div>
    </form>
  )
}

type FieldInputProps = { readonly field: Field; readonly value: string; readonly onInput: (value: string) => void }

function FieldInput({ field, value, onInput }: FieldInputProps): JSX.Element {
  const change = (event: { readonly currentTarget: { readonly value: string } }): void =>
    onInput(event.currentTarget.value)
  return (
    <label class="field">
      <span>
        <code>{visible(field.name)}</code> <span class="faint">{field.isRequired ? say.required : ''}</span>
      </span>
      {field.choices ? (
        <select value={value} onChange={change}>
          <option value="" />
          {field.choices.map(choice => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : field.kind === 'json' || /content|text/.test(field.name) ? (
        <textarea rows={2} value={value} onInput={change} spellcheck={false} />
      ) : (
        <input
          value={value}
          onInput={change}
          inputMode={field.kind === 'number' ? 'numeric' : 'text'}
          autoComplete="off"
          spellcheck={false}
        />
      )}
      {field.about && <span class="faint">{visible(field.about)}</span>}
    </label>
  )
}

function CallResult({ reply }: { readonly reply: CallReply }): JSX.Element {
  return (
    <div class="call-result" data-testid="call-result">
      <p class="row wrap">
        <Status tone={reply.ok ? 'ok' : 'bad'}>
          {reply.ok ? words.status.ok : (reply.fault?.code ?? words.status.failed)}
        </Status>
        {reply.receipt && (
          <Link href={`/receipts?receipt=${reply.receipt.receipt_id}`}>{shortId(reply.receipt.receipt_id)}</Link>
        )}
      </p>
      <CodeText text={reply.ok ? reply.text : (reply.fault?.message ?? reply.text)} label={say.result} />
    </div>
  )
}
