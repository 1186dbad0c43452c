import { type Fault, type Workspace, fault } from '../../core/index.ts'
import { createNearNames } from './near-names.ts'

/** Adds similar names to "no such file"; the folder is listed as any reader would see it. */
export function suggestNames(workspace: Workspace, path: string, error: Fault): Fault {
  if (error.code !== 'file_not_found') return error
  const near = createNearNames(path)
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'
  const listed = workspace.list(folder === '' ? '.' : folder)
  for (const entry of listed.ok ? listed.value : []) near.consider(entry.path)
  const names = near.best()
  return names.length === 0 ? error : fault(error.code, `${error.message} Near: ${names.join(', ')}.`, { near: names })
}
