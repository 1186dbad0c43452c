import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { DoctorReport } from 'shapes'
import { type Console, useConsole } from '../state/console.ts'
import { words } from '../words.ts'

/** Runs the doctor on the very first start and opens it if a check fails, unless the person is already busy. */
export function useFirstLook(): void {
  const app = useConsole()
  useEffect(() => {
    let hasLooked = false
    return effect(() => {
      const start = app.workspace.start.value.value
      if (hasLooked || start === null) return
      hasLooked = true
      if (start.sessions === 0 && start.receipts === 0) void look(app)
    })
  }, [])
}

async function look(app: Console): Promise<void> {
  const report = await app.api.get<DoctorReport>('/api/doctor')
  if (!report.ok || !isBroken(report.value) || !isIdle(app)) return
  app.router.go('/doctor')
  app.toast(words.doctor.opened)
}

const isBroken = ({ findings }: DoctorReport): boolean => findings.some(({ ok }) => ok === false)

function isIdle({ router, session }: Console): boolean {
  const written = document.querySelector<HTMLTextAreaElement>('#message')?.value ?? ''
  return router.screen.value === '' && written === '' && (session.value?.turns.value.length ?? 0) === 0
}
