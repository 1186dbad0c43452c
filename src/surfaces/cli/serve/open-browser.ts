import { spawn } from 'node:child_process'

const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Asks the desktop to open an address. Where there is none, nothing happens, and the printed address is there. */
export function openBrowser(address: string): void {
  const [program = 'xdg-open', ...words] = PROGRAMS[process.platform] ?? []
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
