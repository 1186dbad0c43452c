import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Json } from '../../../src/core/index.ts'
import type { Verification } from '../../../src/ledger/index.ts'

const SCRIPTS = join(import.meta.dirname, '..', '..', '..', 'scripts')

/** What a function of Python says of each of these values. One process for all: starting it costs more than checking a small log. */
export function askPython(answer: string, values: readonly Json[], ...args: readonly string[]): readonly unknown[] {
  const program = `import json, sys\nsys.path.insert(0, sys.argv[1])\nimport verify_ledger as v\n\n${answer}`
  const driver = `${program}\nfor line in sys.stdin: print(json.dumps(answer(json.loads(line, parse_int=float))))`
  const input = values.map(value => `${JSON.stringify(value)}\n`).join('')
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', driver, SCRIPTS, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (stderr !== '') throw new Error(stderr)
  const lines = stdout.trimEnd().split('\n')
  if (lines.length !== values.length) throw new Error(`${lines.length} answers to ${values.length} questions`)
  return lines.map(line => JSON.parse(line))
}

export type TheirAnswer = Verification & { readonly notes: readonly string[] }
type Flip = { readonly file: string; readonly at: number; readonly bit: number }
export type AuditFolder = { readonly folder: string; readonly note?: string | undefined; readonly flip?: Flip }

/** If it is told to, it turns a bit over, looks, and turns it back. */
const VERIFY = `
def answer(told):
    flip = told.get('flip')
    path = flip and told['folder'] + '/' + flip['file']
    before = path and open(path, 'rb').read()
    if path:
        after = bytearray(before)
        after[int(flip['at'])] ^= 1 << int(flip['bit'])
        open(path, 'wb').write(after)
    note = told.get('note')
    found = v.Verifier(told['folder'], v.read_verifier_key(sys.argv[2])).run(note and note.encode())
    if path:
        open(path, 'wb').write(before)
    return found
`

/** What the other verifier finds in each of these folders. */
export function theirsSay(key: string, folders: readonly AuditFolder[]): readonly TheirAnswer[] {
  const questions = folders.map(({ note, ...rest }) => ({ ...rest, ...(note !== undefined && { note }) }))
  return askPython(VERIFY, questions, key) as readonly TheirAnswer[]
}

/** The same as a command; its exit code and what it printed. */
export function runVerifier(...args: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  return spawnSync('python3', ['-B', join(SCRIPTS, 'verify_ledger.py'), ...args], { encoding: 'utf8' })
}
