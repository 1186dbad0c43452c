import { useSignalEffect } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Session } from '../../state/session.ts'

const NEAR = 120 // px from the end that still count as being there
const SETTLING = 400 // ms after an event in which growth counts as new content

/** Keeps the scroll position at the end, unless the person has scrolled up or opened something. */
export function useFollowEnd(session: Session): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useRef(true)
  const until = useRef(0)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = (): void =>
      void (isNear.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR)
    const grown = new ResizeObserver(() => {
      if (isNear.current && performance.now() < until.current) element.scrollTop = element.scrollHeight
    })
    for (const part of [element, ...element.children]) grown.observe(part)
    const opened = (): void => {
      until.current = 0
      setTimeout(look, SETTLING / 4)
    }
    element.addEventListener('scroll', look, { passive: true })
    element.addEventListener('click', opened)
    return () => {
      grown.disconnect()
      element.removeEventListener('click', opened)
      element.removeEventListener('scroll', look)
    }
  }, [])
  useSignalEffect(() => {
    for (const turn of session.turns.value) void turn.state.value
    until.current = performance.now() + SETTLING
  })
  return box
}
