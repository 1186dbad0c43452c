export { type PolicyHolder, createPolicyHolder } from './policy.ts'
export { shellSettings } from './settings.ts'
export { createShellExecutor } from './shell-executor.ts'
export { SHELL_ALIASES, SHELL_ARGUMENT_ALIASES, SHELL_TOOLS, SHELL_UNDO_TOOL } from './tools.ts'
