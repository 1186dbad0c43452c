import { setTimeout as pause } from 'node:timers/promises'

const CTRL_C = 3
const MOMENT_MS = 30 // what was typed before lies there already; nobody answers a question this quickly

/** What was typed before a question was shown is no answer to it. True if Ctrl+C was among it. */
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
