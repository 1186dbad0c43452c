export { FILE_ALIASES, FILE_ARGUMENT_ALIASES } from './aliases.ts'
export { createFileExecutor } from './file-executor.ts'
export { type FileSettings, fileSettings } from './settings.ts'
export { FILE_TOOLS, UNDO_TOOL } from './tools.ts'
