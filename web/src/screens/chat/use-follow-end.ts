import { useSignalEffect } from '@preact/signals'
import { type RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Session } from '../../state/session.ts'

const NEAR = 120 // px from the end that still count as being there

/** Stays at the end while somebody reads there, and stays away when they have scrolled up. */
export function useFollowEnd(session: Session): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useRef(true)
  const toEnd = (): void => {
    const element = box.current
    if (element && isNear.current) element.scrollTop = element.scrollHeight
  }
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = (): void => void (isNear.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR)
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [])
  useSignalEffect(() => {
    for (const turn of session.turns.value) void turn.change.value
    requestAnimationFrame(toEnd)
  })
  return box
}
