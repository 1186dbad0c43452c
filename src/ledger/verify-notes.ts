import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import type { Disk } from './disk.ts'
import type { Finding } from './finding.ts'
import { CHECKPOINTS } from './views.ts'

const MAX_NOTE = 65_536

type NoteParts = { readonly disk: Disk; readonly publicKey: Uint8Array; readonly note?: string }
type Roots = { readonly rootsAt: ReadonlyMap<number, string>; readonly size: number }
type OpenedNote = { readonly file: string; readonly checkpoint: Checkpoint }
type Notes = { readonly opened: readonly OpenedNote[]; readonly findings: readonly Finding[] }

/** The checkpoints that lie beside the log, and the one that was kept elsewhere. */
export function openNotes({ disk, publicKey, note }: NoteParts): Notes {
  // What a process that died while it wrote a checkpoint has left behind is none.
  const names = disk.list(CHECKPOINTS).filter(name => !name.endsWith('.tmp'))
  const kept = names.map(name => {
    const file = `${CHECKPOINTS}/${name}`
    return { file, text: Buffer.from(disk.read(file, 0, Math.min(disk.size(file) ?? 0, MAX_NOTE))).toString() }
  })
  const opened: OpenedNote[] = []
  const findings: Finding[] = []
  for (const { file, text } of note === undefined ? kept : [...kept, { file: 'the given checkpoint', text: note }]) {
    const checkpoint = openCheckpoint(text, publicKey)
    const wrongName =
      checkpoint.ok &&
      file.startsWith(CHECKPOINTS) &&
      Number.parseInt(file.slice(CHECKPOINTS.length + 1), 10) !== checkpoint.value.size
    if (checkpoint.ok && !wrongName) opened.push({ file, checkpoint: checkpoint.value })
    else if (checkpoint.ok) findings.push(misplaced(file, checkpoint.value.size))
    else
      findings.push({
        session: null,
        file,
        line: null,
        check: 'checkpoint',
        expected: 'a checkpoint signed by this user',
        actual: checkpoint.error.message,
      })
  }
  return { opened, findings }
}

const misplaced = (file: string, size: number): Finding => ({
  session: null,
  file,
  line: null,
  check: 'checkpoint',
  expected: 'the size that its name says',
  actual: String(size),
})

/** Each says what the root was at its size. */
export function checkNotes(notes: readonly OpenedNote[], { rootsAt, size }: Roots): readonly Finding[] {
  return notes.flatMap(({ file, checkpoint }) => {
    const expected = checkpoint.root.toString('hex')
    const actual = rootsAt.get(checkpoint.size) ?? (checkpoint.size === 0 ? expected : `only ${size} lines`)
    return actual === expected
      ? []
      : [{ session: null, file, line: checkpoint.size, check: 'checkpoint', expected, actual }]
  })
}
