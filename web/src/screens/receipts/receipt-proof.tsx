import type { ComponentChildren, JSX } from 'preact'
import type { ReceiptView } from 'shapes'
import { CitationMark } from '../../parts/citation-mark.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Link } from '../../parts/link.tsx'
import { Bytes } from '../../parts/moment.tsx'
import { shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.receipts

/** The receipt's key, its place in the log, and its links. */
export function ReceiptProof({ view }: { readonly view: ReceiptView }): JSX.Element {
  const { receipt, row, line, grant, issues } = view
  return (
    <dl class="pairs" data-testid="receipt-proof">
      <Pair name={say.signed}>
        {receipt.signature_alg} <code title={receipt.signature}>{receipt.signature.slice(0, 16)}…</code>{' '}
        <CopyButton text={receipt.signature} />
      </Pair>
      <Pair name={say.key}>
        <code>{receipt.key_id}</code>
      </Pair>
      <Pair name={say.place}>{say.position(line)}</Pair>
      <Pair name={say.result}>
        <Bytes of={row.bytes} />
        {receipt.outputs.truncated && (
          <>
            {' '}
            · SHA-256 <code title={receipt.outputs.sha256}>{receipt.outputs.sha256.slice(0, 16)}…</code>
          </>
        )}
      </Pair>
      {grant && (
        <Pair name={say.grant}>
          <Link href={`/permissions?grant=${encodeURIComponent(grant.grant_id)}`}>
            {visible(grant.capability)} <code>{shortId(grant.grant_id)}</code>
          </Link>
        </Pair>
      )}
      {issues.length > 0 && <Pair name={say.issues}>{issues.map(visible).join(', ')}</Pair>}
    </dl>
  )
}

function Pair({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The answer's citations that were checked against this receipt. */
export function CitedBy({ view: { cited_by: cited, row } }: { readonly view: ReceiptView }): JSX.Element | null {
  if (cited.length === 0) return null
  return (
    <>
      <h3>{say.citedBy}</h3>
      <ul class="plain" data-testid="cited-by">
        {cited.map(({ claim, code, because }, index) => (
          <li key={index} class="row top wrap">
            <CitationMark code={code} />
            <Link href={`/?session=${row.session_id}`}>{visible(claim)}</Link>
            <span class="faint">{visible(because)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
