import type { Json, JsonObject } from 'shapes'

/** True for a call that runs a command line. */
export type CommandCall = { readonly command: string; readonly folder: string | null }

export function commandOf(args: JsonObject | null): CommandCall | null {
  const command = args?.['command']
  if (typeof command !== 'string') return null
  const folder = args?.['cwd']
  return { command, folder: typeof folder === 'string' && folder !== '' && folder !== '.' ? folder : null }
}

/** The result of a command, from `data`. */
export type CommandEnd = {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  readonly isCut: boolean
  readonly sandbox: string | null
  readonly changes: number
  readonly isRolledBack: boolean
  readonly isUndoable: boolean
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

export function commandEnd(data: Json | undefined): CommandEnd | null {
  if (!isObject(data) || typeof data['exit_code'] !== 'number') return null
  const effects = isObject(data['effects']) ? data['effects'] : {}
  const { changes, sandbox } = effects
  return {
    stdout: textIn(data['stdout']),
    stderr: textIn(data['stderr']),
    exitCode: data['exit_code'],
    isCut: data['truncated'] === true,
    sandbox: typeof sandbox === 'string' ? sandbox : null,
    changes:
      typeof effects['change_count'] === 'number'
        ? effects['change_count']
        : Array.isArray(changes)
          ? changes.length
          : 0,
    isRolledBack: isObject(effects['rolled_back']),
    isUndoable: typeof effects['undo'] === 'string',
  }
}

/** True if a file's hash changed. */
export const hasChanged = (data: Json | undefined): boolean =>
  isObject(data) &&
  typeof data['path'] === 'string' &&
  typeof data['after'] === 'string' &&
  data['before'] !== undefined
