export { type Bounded, boundOutput } from './bound-output.ts'
export { plainJson } from './check-output.ts'
export { faultOf } from './fault-of.ts'
export { type FunctionTool, type ToolFunction, createFunctionExecutor } from './functions.ts'
export { READ_RESULT, createResultExecutor } from './results.ts'
export { type Ran, type RunLimits, failedForSure, runTool } from './run.ts'
export { outputSection, retrySection } from './settings.ts'
export {
  FILE_ALIASES,
  FILE_ARGUMENT_ALIASES,
  FILE_TOOLS,
  UNDO_TOOL,
  createFileExecutor,
  fileSettings,
} from './files/index.ts'
export { createSandbox } from './sandbox/index.ts'
export {
  type LeftCopies,
  type PolicyHolder,
  SHELL_ALIASES,
  SHELL_ARGUMENT_ALIASES,
  SHELL_TOOLS,
  SHELL_UNDO_TOOL,
  createPolicyHolder,
  createShellExecutor,
  listLeftCopies,
  recoverCommands,
  removeLeftCopies,
  shellSettings,
} from './shell/index.ts'
export {
  SEARCH_ALIASES,
  WEB_ABSENT,
  WEB_ALIASES,
  WEB_ARGUMENT_ALIASES,
  WEB_FETCH,
  WEB_SEARCH,
  createWebExecutor,
  webSettings,
} from './web/index.ts'
export { type Filter, createFilterPipeline, createRedactor } from './filter/index.ts'
