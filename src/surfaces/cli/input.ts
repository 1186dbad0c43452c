import { once } from 'node:events'
import { createReadStream, readFileSync } from 'node:fs'
import { type Readable, pipeline } from 'node:stream'
import { type Json, parseJsonText } from '../../core/index.ts'
import { inputFailure } from './failure.ts'

export async function readStandardInput(wanted = "Paste the model's reply"): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`${wanted}, then press Ctrl+D.\n`)
  const chunks: Buffer[] = []
  process.stdin.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(process.stdin, 'end')
  return Buffer.concat(chunks).toString('utf8')
}

export function readJsonFile(path: string): Json {
  const value = parseJsonText(readTextFile(path))
  if (value === undefined) throw inputFailure(`${path} is not valid JSON.`)
  return value
}

export function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    throw inputFailure(`Cannot read ${path}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
}

/** Streams a file, unpacked if its name ends in .gz; `onBytes` counts the bytes read from disk. */
export function openFile(path: string, onBytes: (bytes: number) => void): Readable {
  const file = createReadStream(path)
  file.on('data', chunk => onBytes(chunk.length))
  if (!path.endsWith('.gz')) return file
  const { createGunzip } = process.getBuiltinModule('node:zlib') // loading it takes 2 ms
  // The reader of the unpacked stream receives the error.
  return pipeline(file, createGunzip(), () => undefined)
}
