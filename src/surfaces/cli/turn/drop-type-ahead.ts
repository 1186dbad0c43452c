import { setTimeout as pause } from 'node:timers/promises'

const CTRL_C = 3
const MOMENT_MS = 30 // earlier input is already buffered; no one answers this fast

/** Discards input typed before a prompt appeared: it does not answer the prompt. True if it contained Ctrl+C. */
export async function dropTypeAhead(): Promise<boolean> {
  const { stdin } = process
  let isInterrupted = false
  const drop = (chunk: Buffer | string): void => {
    isInterrupted ||= Buffer.from(chunk).includes(CTRL_C)
  }
  stdin.setRawMode(true)
  stdin.on('data', drop)
  stdin.resume()
  await pause(MOMENT_MS)
  stdin.off('data', drop)
  stdin.pause()
  stdin.setRawMode(false)
  return isInterrupted
}
