import { useEffect, useRef } from 'preact/hooks'
import { useConsole } from '../../state/console.ts'
import { stagesOf } from '../../state/stages.ts'
import type { TurnState } from '../../state/turn-state.ts'
import { words } from '../../words.ts'

/** Tells a screen reader which stage has just been passed. */
export function useSpokenTurn(state: TurnState): void {
  const { say } = useConsole()
  const told = useRef(state.status === 'running' ? '' : null)
  useEffect(() => {
    if (told.current === null) return
    const stage = stagesOf(state).findLast(({ status }) => status !== 'waiting' && status !== 'skipped')
    if (stage === undefined || stage.says === '') return
    const text = words.stage.announce(words.stage[stage.name], stage.says)
    if (text !== told.current) say(text)
    told.current = state.status === 'running' ? text : null
  })
}
