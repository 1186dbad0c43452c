export { type PolicyHolder, createPolicyHolder } from './policy.ts'
export { type ShellSettings, shellSettings } from './settings.ts'
export { type ShellExecutorOptions, createShellExecutor } from './shell-executor.ts'
export { SHELL_ALIASES, SHELL_ARGUMENT_ALIASES, SHELL_TOOLS, SHELL_UNDO_TOOL } from './tools.ts'
