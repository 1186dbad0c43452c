import type { Terminal } from '../terminal.ts'

const WIDTH = 30
const REDRAW_MS = 100

/** A bar on a terminal, nothing anywhere else. */
export function showProgress(
  totalBytes: number,
  terminal: Terminal,
): { advance: (bytes: number) => void; end: () => void } {
  let done = 0
  let drawn = 0
  const advance = (bytes: number): void => {
    done += bytes
    const now = performance.now()
    if (!terminal.isInteractive || now - drawn < REDRAW_MS) return
    drawn = now
    const share = totalBytes === 0 ? 1 : Math.min(1, done / totalBytes)
    const filled = Math.round(share * WIDTH)
    process.stderr.write(`\r${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${Math.round(share * 100)} %`)
  }
  return { advance, end: () => void (drawn > 0 ? process.stderr.write(`\r${' '.repeat(WIDTH + 8)}\r`) : undefined) }
}
