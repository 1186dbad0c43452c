export { ignoreControlRoom } from './ignore-control-room.ts'
export { type WorkspaceOptions, openWorkspace } from './open-workspace.ts'
export type { PathRules } from './path-rules.ts'
