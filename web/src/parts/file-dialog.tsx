import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { FileView } from 'shapes'
import { type FilePlace, useConsole } from '../state/console.ts'
import { size } from '../text/format.ts'
import { splitAtQuote } from '../text/split-at-quote.ts'
import { visible } from '../text/visible.ts'
import { words } from '../words.ts'
import { Dialog } from './dialog.tsx'
import { ResourceView } from './resource-view.tsx'
import { useResource } from './use-resource.ts'

const AROUND = 12 // lines before and after the place

/** A file at a place, with the quote marked. */
export function FileDialog({ place }: { readonly place: FilePlace }): JSX.Element {
  const { file } = useConsole()
  const [wanted, setWanted] = useState({
    from: Math.max(1, (place.lines?.[0] ?? 1) - AROUND),
    to: (place.lines?.[1] ?? 1) + AROUND,
  })
  const resource = useResource<FileView>('/api/files', { path: place.path, ...wanted })
  return (
    <Dialog title={visible(place.path)} onClose={() => (file.value = null)} wide>
      <ResourceView of={resource}>
        {view => (
          <>
            <p class="faint row wrap spread">
              <span>
                {words.file.lines(view.from, view.to, view.total_lines)} · {size(view.bytes)}
              </span>
              <code title={words.file.hash}>{view.sha256.slice(0, 16)}…</code>
            </p>
            {view.from > 1 && (
              <button
                type="button"
                class="small quiet"
                onClick={() => setWanted({ ...wanted, from: Math.max(1, wanted.from - 50) })}
              >
                {words.file.earlier}
              </button>
            )}
            <Lines view={view} place={place} />
            {view.to < view.total_lines && (
              <button type="button" class="small quiet" onClick={() => setWanted({ ...wanted, to: wanted.to + 50 })}>
                {words.file.later}
              </button>
            )}
          </>
        )}
      </ResourceView>
    </Dialog>
  )
}

function Lines({ view, place }: { readonly view: FileView; readonly place: FilePlace }): JSX.Element {
  const target = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const [box, line] = [target.current?.closest('.file-lines'), target.current]
    if (box && line) box.scrollTop = line.offsetTop - box.clientHeight / 2
  }, [view.sha256])
  const [from, to] = place.lines ?? [0, 0]
  return (
    <div class="file-lines" tabIndex={0} role="group" aria-label={words.file.title} data-testid="file-lines">
      <ol start={view.from}>
        {view.lines.map((line, index) => {
          const number = view.from + index
          const isMeant = number >= from && number <= to
          return (
            <li key={number} value={number} class={isMeant ? 'meant' : ''} ref={number === from ? target : null}>
              <span dir="auto">{isMeant ? <Quoted line={line} quote={place.quote} /> : visible(line)}</span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function Quoted({ line, quote }: { readonly line: string; readonly quote: string | null }): JSX.Element {
  const parts = splitAtQuote(line, quote)
  return (
    <>
      {visible(parts.before)}
      {parts.quote !== '' && <mark>{visible(parts.quote)}</mark>}
      {visible(parts.after)}
    </>
  )
}
