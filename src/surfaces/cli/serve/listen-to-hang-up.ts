import { closeSync, openSync } from 'node:fs'

export type HangUpActions = { readonly reload: () => void; readonly quit: () => void }

/**
 * SIGHUP asks a server to read its configuration again. A terminal that is closed sends the same signal, and then it means the end, as for
 * every other program. Answers with a function that stops listening.
 */
export function listenToHangUp({ reload, quit }: HangUpActions): () => void {
  const began = hasTerminal()
  const hear = (): void => (began && !hasTerminal() ? quit() : reload())
  process.on('SIGHUP', hear)
  return () => void process.removeListener('SIGHUP', hear)
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
