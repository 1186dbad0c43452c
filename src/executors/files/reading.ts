import type { Assessment, Workspace } from '../../core/index.ts'

/** What a call that only looks would touch. */
export function assessReading(workspace: Workspace, path: string): Assessment {
  const located = workspace.locate(path, 'read')
  const name = located.ok ? located.value : workspace.relativise(path)
  return { risk: 'read', summary: `reads ${name}`, target: { name } }
}
