import type { ToolCall } from '../../core/index.ts'

/** What a call asks for; the catalog has checked it against the schema. */
export type ShellOrder = { readonly command: string; readonly folder: string; readonly timeoutSecs: number | undefined }

export function orderOf({ args }: ToolCall): ShellOrder {
  const { command, cwd, timeout_secs: seconds } = args
  return {
    command: typeof command === 'string' ? command : '',
    folder: typeof cwd === 'string' && cwd !== '' ? cwd : '.',
    timeoutSecs: typeof seconds === 'number' ? seconds : undefined,
  }
}
