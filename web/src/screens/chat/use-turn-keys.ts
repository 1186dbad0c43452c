import { useEffect } from 'preact/hooks'
import { isTyping } from '../../keys.ts'
import { useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import { words } from '../../words.ts'

const TWICE = 800 // ms between two Esc

/** `[` and `]` move from turn to turn; Esc twice stops the running turn. */
export function useTurnKeys(session: Session): void {
  const { toast } = useConsole()
  useEffect(() => {
    let escaped = 0
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && session.running.value !== null && document.querySelector('dialog[open]') === null) {
        const isSecond = event.timeStamp - escaped < TWICE
        escaped = event.timeStamp
        if (!isSecond) return
        toast(words.chat.stopping)
        void session.stop()
      }
      if ((event.key === '[' || event.key === ']') && !isTyping(event.target)) step(event.key === ']' ? 1 : -1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [session])
}

function step(by: number): void {
  const turns = [...document.querySelectorAll<HTMLElement>('[data-turn]')]
  const at = turns.findIndex(turn => turn.contains(document.activeElement))
  const next = at < 0 ? turns.at(by > 0 ? 0 : -1) : turns[Math.max(0, Math.min(turns.length - 1, at + by))]
  next?.querySelector<HTMLElement>('.strip button')?.focus()
  next?.scrollIntoView({ block: 'start' })
}
