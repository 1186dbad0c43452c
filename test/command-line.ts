import { Readable } from 'node:stream'
import { runCommandLine } from '../src/surfaces/cli/main.ts'

export type Ended = { readonly code: number; readonly out: string; readonly err: string }
export type Surroundings = {
  readonly stdin?: string
  readonly terminal?: boolean
  readonly noColor?: string
  readonly environment?: { readonly [name: string]: string }
}

/** Runs one command in this process, with its own standard streams, and gives back all that it said. */
export async function commandLine(
  args: readonly string[],
  { stdin = '', terminal = false, noColor, environment = {} }: Surroundings = {},
): Promise<Ended> {
  const out: string[] = []
  const err: string[] = []
  const restore = [
    swap(process, 'stdin', Readable.from(stdin === '' ? [] : [Buffer.from(stdin)])),
    swap(process.stdout, 'write', collect(out)),
    swap(process.stderr, 'write', collect(err)),
    swap(process.stdout, 'isTTY', terminal),
    swap(process.stderr, 'isTTY', terminal),
    swap(process, 'env', { ...process.env, NO_COLOR: noColor, ...environment }),
  ]
  try {
    return { code: await runCommandLine(args), out: out.join(''), err: err.join('') }
  } finally {
    for (const undo of restore.toReversed()) undo()
  }
}

const collect =
  (into: string[]) =>
  (text: string): boolean =>
    into.push(text) > 0

/** Puts a value in place of a property and gives back how to undo it. */
function swap(owner: object, key: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, key)
  Object.defineProperty(owner, key, { value, configurable: true, writable: true })
  return () => {
    if (before === undefined) Reflect.deleteProperty(owner, key)
    else Object.defineProperty(owner, key, before)
  }
}
