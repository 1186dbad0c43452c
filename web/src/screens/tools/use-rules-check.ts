import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JsonObject, PolicyChecked } from 'shapes'
import { useConsole } from '../../state/console.ts'

const PAUSE = 250 // ms without a change, so that not every letter is asked about

/** What the server says about rules that are being written; null while it has not, or they are none. */
export function useRulesCheck(rules: readonly JsonObject[] | null): ReadonlySignal<PolicyChecked | null> {
  const { api } = useConsole()
  const checked = useSignal<PolicyChecked | null>(null)
  const text = rules === null ? null : JSON.stringify(rules)
  useEffect(() => {
    checked.value = null
    if (text === null) return undefined
    let isOld = false
    const ask = async (): Promise<void> => {
      const answer = await api.send<PolicyChecked>('POST', '/api/policy/check', { rules: rules ?? [] })
      if (!isOld && answer.ok) checked.value = answer.value
    }
    const timer = setTimeout(() => void ask(), PAUSE)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [text])
  return checked
}
