export { ignoreControlRoom } from './ignore-control-room.ts'
export { type RuledWorkspace, type WorkspaceOptions, openWorkspace } from './open-workspace.ts'
