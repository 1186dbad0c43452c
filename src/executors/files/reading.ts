import type { Assessment, Workspace } from '../../core/index.ts'

/** What a call that only looks would touch, in words such as "lists notes". */
export function assessReading(workspace: Workspace, does: string, path: string): Assessment {
  const located = workspace.locate(path, 'read')
  const name = located.ok ? located.value : workspace.relativise(path)
  const looked = located.ok ? workspace.look(located.value) : located
  const state = looked.ok ? { state: `${looked.value.modifiedMs} ${looked.value.bytes}` } : {}
  return { risk: 'read', summary: `${does} ${name === '.' ? 'the workspace' : name}`, target: { name, ...state } }
}
