import type { PermissionView } from 'shapes'
import { useResource } from '../../parts/use-resource.ts'

export type WholeQuestion = { readonly permission: PermissionView; readonly isWhole: boolean }

/** Streams tell of a question without secrets and without the change; whoever decides reads all of it first. */
export function useQuestion(told: PermissionView): WholeQuestion {
  const resource = useResource<PermissionView>(`/api/permissions/${encodeURIComponent(told.id)}`)
  const whole = resource.value.value
  if (whole === null) return { permission: told, isWhole: false }
  const { expires_at, extensions_left } = told
  return { permission: { ...whole, expires_at, extensions_left }, isWhole: true }
}
