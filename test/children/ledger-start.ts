import { spawn } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'

export type Caller = {
  /** When it is open and about to make its first call. */
  readonly ready: Promise<void>
  readonly printed: () => string
  /** When it has printed this. */
  readonly says: (text: string) => Promise<void>
  readonly kill: () => void
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

const isPackage = (name: string): boolean => /^[^./]/.test(name)
const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Makes one file of the script first, because a process that is to be killed a thousand times must start quickly. */
export async function buildCaller(script = 'ledger-caller'): Promise<(args: readonly string[]) => Caller> {
  const folder = temporaryFolder().path
  const outfile = join(folder, 'caller.mjs')
  symlinkSync(inRepository('node_modules'), join(folder, 'node_modules'))
  const input = inRepository(`test/children/${script}.ts`)
  await build({
    input,
    external: isPackage,
    platform: 'node',
    logLevel: 'silent',
    output: { file: outfile, format: 'esm', codeSplitting: false },
  })
  return args => startCaller([outfile, ...args])
}

function startCaller(args: readonly string[]): Caller {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  const ended = new Promise<Awaited<Caller['ended']>>(resolve =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  )
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  const says = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => (out.includes(text) ? resolve() : undefined)
      child.stdout.on('data', look)
      child.once('close', () => reject(new Error(`The process ended without saying "${text}".`)))
      look()
    })
  const kill = (): void => void child.kill('SIGKILL')
  onTestFinished(kill)
  return { ready: says('ready\n'), printed: () => out, says, kill, ended }
}
