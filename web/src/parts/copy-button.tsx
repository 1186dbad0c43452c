import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '../state/console.ts'
import { words } from '../words.ts'
import { Icon } from './icon.tsx'

export function CopyButton({
  text,
  label = words.act.copy,
}: {
  readonly text: string | (() => string | Promise<string>)
  readonly label?: string
}): JSX.Element {
  const { announce } = useConsole()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setDone(false), 1500)
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
    setDone(true)
    announce(words.act.copied)
  }
  return (
    <button type="button" class="small quiet" onClick={() => void copy()} data-copy>
      <Icon name={isDone ? 'check' : 'copy'} size={14} />
      {isDone ? words.act.copied : label}
    </button>
  )
}
