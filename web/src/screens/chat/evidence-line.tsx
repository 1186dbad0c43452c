import type { JSX } from 'preact'
import type { EvidenceFinding, EvidenceView } from 'shapes'
import { CitationMark, markOf } from '../../parts/citation-mark.tsx'
import { Link } from '../../parts/link.tsx'
import { Status } from '../../parts/status.tsx'
import { useConsole } from '../../state/console.ts'
import type { TurnState } from '../../state/turn-state.ts'
import { shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.evidence

/** What was checked of the answer, what was not, and what the answer wrongly says of tools. */
export function EvidenceLine({ state }: { readonly state: TurnState }): JSX.Element | null {
  const last = state.evidence.at(-1)
  if (last === undefined || last.then === 'corrected') return null
  const isWithheld = last.then === 'withheld'
  const findings = isWithheld ? last.findings.filter(isFault) : last.findings
  const summary = isWithheld ? say.ofDraft(last.summary, last.attempt) : summaryOf(last)
  if (findings.length === 0 && last.remarks.length === 0 && summary === '') return null
  return (
    <div
      role="group"
      class="evidence"
      aria-label={say.label}
      data-testid="evidence"
      data-verdict={last.verdict ?? 'none'}
    >
      {isWithheld && (
        <p role="alert" class="tone-bad">
          {say.withheld(findings.filter(({ code }) => markOf(code) === 'failed').length)}
        </p>
      )}
      {findings.length > 0 && (
        <ul class="plain citations">
          {alikeIn(findings).map(({ finding, times }, index) => (
            <li key={index} class={`citation citation-${markOf(finding.code)}`} data-testid="citation">
              <Citation finding={finding} times={times} />
            </li>
          ))}
        </ul>
      )}
      {summary !== '' && (
        <p class="faint" data-testid="evidence-summary">
          {summary}
        </p>
      )}
      <Remarks of={last.remarks} />
    </div>
  )
}

const isFault = ({ code }: EvidenceFinding): boolean => markOf(code) === 'failed' || markOf(code) === 'form'

/** Without a citation, only how much was not checked. */
const summaryOf = ({ coverage, findings, summary }: EvidenceView): string =>
  coverage.citations > 0 || findings.length > 0
    ? summary
    : coverage.unchecked_sentences > 0
      ? say.unchecked(coverage.unchecked_sentences)
      : ''

type CitationGroup = { readonly finding: EvidenceFinding; readonly times: number }

/** The same quote often stands in the prose and in the Evidence line; it is shown once. */
function alikeIn(findings: readonly EvidenceFinding[]): readonly CitationGroup[] {
  const groups = new Map<string, CitationGroup>()
  for (const finding of findings) {
    const key = JSON.stringify(finding)
    groups.set(key, { finding, times: (groups.get(key)?.times ?? 0) + 1 })
  }
  return [...groups.values()]
}

function Citation({ finding, times }: CitationGroup): JSX.Element {
  const { claim, because, code, receipt } = finding
  return (
    <>
      <span class="row wrap">
        <CitationMark code={code} />
        <CitedPlace finding={finding} />
        {markOf(code) !== 'form' && (
          <span class="citation-claim" dir="auto">
            {visible(claim)}
          </span>
        )}
      </span>
      <span class="faint" dir="auto">
        {visible(because)}
        {receipt !== undefined && (
          <>
            {' '}
            <Link href={`/receipts?receipt=${receipt}`} title={receipt}>
              {say.receipt(shortId(receipt))}
            </Link>
          </>
        )}
        {times > 1 && ` · ${say.times(times)}`}
      </span>
    </>
  )
}

/** Opens the cited file at the quote. */
function CitedPlace({ finding: { file, lines, claim } }: { readonly finding: EvidenceFinding }): JSX.Element | null {
  const app = useConsole()
  if (file === undefined) return null
  const [from, to] = lines ?? []
  return (
    <button
      type="button"
      class="link"
      title={say.open(file)}
      onClick={() => (app.file.value = { path: file, lines: lines ?? null, quote: quoteIn(claim) })}
      data-testid="citation-place"
    >
      <code>
        {visible(file)}
        {from === undefined ? '' : from === to ? `:${from}` : `:${from}-${to}`}
      </code>
    </button>
  )
}

/** Claims of tool use that no receipt backs. */
export function Remarks({ of: remarks }: { readonly of: readonly string[] }): JSX.Element | null {
  if (remarks.length === 0) return null
  return (
    <ul class="plain" data-testid="remarks">
      {remarks.map(remark => (
        <li key={remark}>
          <Status tone="warn">{visible(remark)}</Status>
        </li>
      ))}
    </ul>
  )
}

/** What another model thinks of each sentence. It stands apart, because nothing was checked by it. */
export function JudgedLine({ state }: { readonly state: TurnState }): JSX.Element | null {
  const judged = state.evidence.at(-1)?.judged ?? null
  if (judged === null) return null
  return (
    <details class="judged" data-testid="judged">
      <summary>{say.judgedBy(visible(judged.model), judged.sentences.length)}</summary>
      <p class="faint">{say.judgedNote}</p>
      <ul class="plain">
        {judged.sentences.map(({ text, says }, index) => (
          <li key={index}>
            <span class="faint">{say.judgements[says]}</span>
            <span dir="auto">{visible(text)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const QUOTED = /"([^"]{3,})"|“([^”]{3,})”|«([^»]{3,})»|„([^“”]{3,})[“”]/

/** The words between the first quote marks of a claim; without any, the claim itself. */
export function quoteIn(claim: string): string {
  const found = QUOTED.exec(claim)
  return found?.slice(1).find(part => part !== undefined) ?? claim
}
