import type { Console } from '../state/console.ts'

/** Goes to the oldest approval request: in the chat if it is in view, otherwise in the queue. */
export function reviewNext({ workspace, router, session }: Console): void {
  const [first] = workspace.pending.value
  if (first === undefined) return
  const isHere = router.screen.value === '' && session.value?.id === first.session_id
  if (!isHere && router.screen.value !== 'permissions') router.go('/permissions')
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const card = document.querySelector<HTMLElement>(`[data-permission="${CSS.escape(first.id)}"]`)
      card?.scrollIntoView({ block: 'nearest' })
      card?.focus()
    }),
  )
}
