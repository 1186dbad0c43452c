import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Mark } from '../parts/mark.tsx'
import { useConsole } from '../state/console.ts'
import { words } from '../words.ts'

/** Asks for the one-time code. With `isOver` the page stays readable behind it. */
export function GateScreen({ isOver = false }: { readonly isOver?: boolean }): JSX.Element {
  const { access, gate } = useConsole()
  const [text, setText] = useState('')
  const [wasWrong, setWrong] = useState(gate.value === 'refused')
  const open = async (event: Event): Promise<void> => {
    event.preventDefault()
    const isGood = await access.exchange(text)
    setWrong(!isGood)
    if (isGood) gate.value = 'open'
  }
  const form = (
    <form class="gate-card" onSubmit={event => void open(event)} data-testid="gate">
      <Mark size={40} />
      {isOver ? <h2>{words.access.title}</h2> : <h1>{words.access.title}</h1>}
      <p>{isOver ? words.access.restarted : words.access.never}</p>
      {wasWrong && (
        <p class="tone-bad" role="alert">
          {words.access.refused}
        </p>
      )}
      <label>
        {words.access.label}
        <input
          value={text}
          onInput={event => setText(event.currentTarget.value)}
          autoComplete="off"
          spellcheck={false}
        />
      </label>
      <button type="submit" class="strong" disabled={text.trim() === ''}>
        {words.access.open}
      </button>
    </form>
  )
  return isOver ? (
    <section class="gate-over" aria-label={words.access.title}>
      {form}
    </section>
  ) : (
    <main class="gate">{form}</main>
  )
}
