import type { JsonObject, ToolDefinition, ToolFacts } from '../../core/index.ts'

const FACTS: ToolFacts = {
  idempotent: false,
  cacheable: false,
  needsPlan: false,
  egress: false,
  acceptsRef: [],
  saysItRan: ['executed'],
  assessedAlone: true,
  endsWithCode: true,
  commandLine: 'command',
  keepsTime: true,
  names: ['system_execute', 'bash'],
}

const INPUT: JsonObject = {
  type: 'object',
  properties: {
    command: {
      type: 'string',
      minLength: 1,
      maxLength: 16_384,
      description: 'One bash command line, such as: grep -rn TODO src',
    },
    cwd: { type: 'string', description: 'Folder to run in, from the workspace down; left out, the workspace itself.' },
    timeout_secs: { type: 'integer', minimum: 1, maximum: 3_600, description: 'Stop it after so many seconds.' },
  },
  required: ['command'],
  additionalProperties: false,
}

const DESCRIPTION =
  'Runs a command in a sandbox: no network, nothing outside the workspace. Plain commands only; no $(…), no <<<, ' +
  'no eval. Answers with stdout, stderr and exit_code.'

/** Two names for one tool: the first is what the policy table knows, the second what people type. */
const shellTool = (name: string): ToolDefinition => ({
  name,
  description: DESCRIPTION,
  input: INPUT,
  risk: 'destroy',
  capability: 'SystemExecute',
  facts: FACTS,
})

/** For the runtime, which fills it in from a receipt; no policy row offers it to a model. */
export const SHELL_UNDO_TOOL = 'shell_undo'

const SHELL_UNDO: ToolDefinition = {
  name: SHELL_UNDO_TOOL,
  description: 'Takes back what a command did to files.',
  input: {
    type: 'object',
    properties: { record: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'What the command changed.' } },
    required: ['record'],
    additionalProperties: false,
  },
  risk: 'write',
  capability: 'FileWrite',
  facts: {
    idempotent: false,
    cacheable: false,
    needsPlan: false,
    egress: false,
    acceptsRef: [],
    saysItRan: [],
    hidden: true,
  },
}

export const SHELL_TOOLS: readonly ToolDefinition[] = [shellTool('system_execute'), shellTool('bash'), SHELL_UNDO]

/** What models call it, and which one is safely meant. */
export const SHELL_ALIASES: Readonly<Record<string, string>> = {
  shell: 'system_execute',
  run_command: 'system_execute',
  execute_command: 'system_execute',
}

export const SHELL_ARGUMENT_ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  system_execute: { cmd: 'command', working_directory: 'cwd', workdir: 'cwd' },
  bash: { cmd: 'command', working_directory: 'cwd', workdir: 'cwd' },
}
