import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** What a key does while the server runs. */
type KeyActions = { readonly open: () => void; readonly doctor: () => void; readonly quit: () => void }

const CONTROL_C = '\u0003'

/** Listens to single keys, on a terminal only. Returns a function that restores the terminal. */
export function listenToKeys({ open, doctor, quit }: KeyActions): () => void {
  const { stdin } = process
  if (!stdin.isTTY) return () => undefined
  const onKey = (bytes: Buffer): void => {
    for (const key of bytes.toString()) {
      if (key === 'o') open()
      else if (key === 'd') doctor()
      else if (key === 'q' || key === CONTROL_C) quit()
    }
  }
  stdin.setRawMode(true)
  stdin.on('data', onKey)
  stdin.resume()
  return () => {
    stdin.removeListener('data', onKey)
    stdin.setRawMode(false)
    stdin.pause()
  }
}

type HangUpActions = { readonly reload: () => void; readonly quit: () => void }

/**
 * SIGHUP reloads the configuration; if the terminal has closed, it stops the server instead. Returns a function that
 * stops listening.
 */
export function listenToHangUp({ reload, quit }: HangUpActions): () => void {
  const began = hasTerminal()
  const onHangUp = (): void => (began && !hasTerminal() ? quit() : reload())
  process.on('SIGHUP', onHangUp)
  return () => void process.removeListener('SIGHUP', onHangUp)
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens an address in the default browser. Without a desktop nothing happens; the address is printed anyway. */
export function openBrowser(address: string): void {
  const [program = 'xdg-open', ...words] = PROGRAMS[process.platform] ?? []
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
