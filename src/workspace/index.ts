export { ignoreControlRoom } from './ignore-control-room.ts'
export { type WorkspaceOptions, openWorkspace } from './open-workspace.ts'
