import type { Assessment, Workspace } from '../../core/index.ts'

/** What a call that only looks would touch, in words such as "lists notes". */
export function assessReading(workspace: Workspace, does: string, path: string): Assessment {
  const located = workspace.locate(path, 'read')
  const name = located.ok ? located.value : workspace.relativise(path)
  return { risk: 'read', summary: `${does} ${name === '.' ? 'the workspace' : name}`, target: { name } }
}
