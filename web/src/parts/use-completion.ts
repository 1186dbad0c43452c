import { type RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Suggestion, Suggestions, CompletingTextProps } from './completing-text.tsx'

export type Completion = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly found: Suggestions | null
  readonly chosen: number
  /** Updates the suggestions at the caret; `isWished`: the person asked for them. */
  readonly look: (isWished: boolean) => void
  readonly close: () => void
  readonly accept: (option: Suggestion) => void
  readonly press: (event: KeyboardEvent) => void
}

export function useCompletion({ onInput, suggest }: Pick<CompletingTextProps, 'onInput' | 'suggest'>): Completion {
  const field = useRef<HTMLTextAreaElement>(null)
  const [found, setFound] = useState<Suggestions | null>(null)
  const [chosen, setChosen] = useState(0)
  const close = (): void => setFound(null)
  const look = (isWished: boolean): void => {
    const { value: text = '', selectionStart = 0 } = field.current ?? {}
    const next = suggest(text, selectionStart)
    setFound(next && (isWished || next.isAsked) ? next : null)
    setChosen(0)
  }
  // Written into the field directly, so that the caret is right for the next key.
  const accept = ({ text, caret }: Suggestion): void => {
    const element = field.current
    if (!found || !element) return
    element.setRangeText(text, found.from, found.to)
    element.setSelectionRange(found.from + caret, found.from + caret)
    onInput(element.value)
    close()
  }
  const act = (key: string, { options }: Suggestions): (() => void) | undefined => {
    const option = options[chosen]
    const moves: { readonly [key: string]: () => void } = {
      ArrowDown: () => setChosen((chosen + 1) % options.length),
      ArrowUp: () => setChosen((chosen + options.length - 1) % options.length),
      Escape: close,
      ...(option && { Enter: () => accept(option), Tab: () => accept(option) }),
    }
    return moves[key]
  }
  const press = (event: KeyboardEvent): void => {
    const isWish = event.ctrlKey && event.key === ' '
    const doIt = isWish
      ? () => look(true)
      : found && !event.isComposing && !event.shiftKey
        ? act(event.key, found)
        : undefined
    if (!doIt) return
    event.preventDefault()
    event.stopPropagation()
    doIt()
  }
  return { field, found, chosen, look, close, accept, press }
}
