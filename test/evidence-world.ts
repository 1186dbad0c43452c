import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type FileRef, type Receipt, fail, sha256, succeed } from '../src/core/index.ts'
import type { EvidenceSources, ListedReceipt } from '../src/evidence/index.ts'

const MANUSCRIPT = join(import.meta.dirname, '..', 'examples', 'manuscript')

/** The example folder, by workspace path. */
export const manuscript: ReadonlyMap<string, string> = new Map(
  readdirSync(MANUSCRIPT, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => [path.slice(MANUSCRIPT.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
)

/** Ids that a fixture can name: the same for the same words. */
export const receiptId = (of: string): string => `rcpt_${sha256(`receipt of ${of}`).slice(0, 24)}`

const NO_RECEIPT: Omit<Receipt, 'receipt_id' | 'tool_id' | 'inputs' | 'outputs' | 'file_refs'> = {
  session_id: 'sess_one',
  conference_id: null,
  task_id: null,
  turn_id: 'turn_one',
  agent_id: 'assistant',
  timestamp: '2026-11-15T10:00:00.000Z',
  seq: 1,
  decided_by: 'opened',
  key_id: 'key',
  signature: 'signed',
  signature_alg: 'HMAC-SHA256',
}

type Told = Partial<Pick<Receipt, 'tool_id' | 'inputs' | 'file_refs' | 'outputs'>> & { readonly text?: string }

export const receiptOf = (of: string, { text = '', ...told }: Told = {}, valid = true): ListedReceipt => ({
  valid,
  receipt: {
    ...NO_RECEIPT,
    receipt_id: receiptId(of),
    tool_id: 'file_read',
    inputs: {},
    outputs:
      text.length > 2_000
        ? { excerpt: text.slice(0, 2_000), sha256: sha256(text), full_size: text.length, truncated: true }
        : { text, truncated: false },
    file_refs: [],
    ...told,
  },
})

/** A file as file_read gave it: the range that was shown, the hash of the whole. */
export function readReceipt(
  path: string,
  text: string,
  [first, last]: readonly [number, number] = [1, text.trimEnd().split('\n').length],
): ListedReceipt {
  const ref: FileRef = { path, start_line: first, end_line: last, sha256: sha256(text) }
  return receiptOf(`read ${path}`, {
    inputs: { path },
    file_refs: [ref],
    text: text
      .split('\n')
      .slice(first - 1, last)
      .join('\n'),
  })
}

export function sourcesOf(
  files: ReadonlyMap<string, string>,
  receipts: readonly ListedReceipt[],
  written: readonly string[] = [],
): EvidenceSources {
  return {
    readFile: path => {
      const text = files.get(path)
      return Promise.resolve(
        text === undefined ? fail('file_not_found', 'There is no such file.') : succeed({ text, sha256: sha256(text) }),
      )
    },
    listFiles: folder =>
      Promise.resolve(succeed([...files.keys()].filter(path => folder === '.' || path.startsWith(`${folder}/`)))),
    receipts,
    written: new Set(written),
  }
}

const SCENES = [...manuscript.keys()].filter(path => path.startsWith('Story/Scenes/'))
const read = (paths: Iterable<string>): readonly ListedReceipt[] =>
  [...paths].map(path => readReceipt(path, manuscript.get(path) ?? ''))
const TWELVE = 'Story/Scenes/SCN-every-twelve-seconds.md'
const OFFICE = 'Story/Scenes/SCN-the-harbour-office.md'
const NOTES = "Check Bibi's hand in scene three.\n"

/** What may have gone before: nothing; everything, some or a part read; something changed since; something written. */
export const SESSIONS: Readonly<Record<string, () => EvidenceSources>> = {
  none: () => sourcesOf(manuscript, []),
  scenes: () => sourcesOf(manuscript, read(SCENES)),
  partial: () => sourcesOf(manuscript, [readReceipt(TWELVE, manuscript.get(TWELVE) ?? '', [1, 15])]),
  changed: () => sourcesOf(new Map([...manuscript, [OFFICE, `${manuscript.get(OFFICE)}\nThe end.\n`]]), read(SCENES)),
  wrote: () =>
    sourcesOf(
      new Map([...manuscript, ['notes.md', NOTES]]),
      [
        receiptOf('write notes.md', {
          tool_id: 'file_write',
          inputs: { path: 'notes.md' },
          file_refs: [{ path: 'notes.md', start_line: null, end_line: null, sha256: sha256(NOTES) }],
        }),
      ],
      ['notes.md'],
    ),
  all: () =>
    sourcesOf(manuscript, [
      receiptOf('forged', { text: 'forged' }, false),
      receiptOf('list Story/Scenes', {
        tool_id: 'file_list',
        inputs: { path: 'Story/Scenes' },
        text: SCENES.join('\n'),
      }),
      receiptOf('search lighthouse', {
        tool_id: 'file_search',
        inputs: { query: 'lighthouse' },
        text: `${TWELVE}:15: "Does anybody out there rely on this lighthouse?"`,
        file_refs: [{ path: TWELVE, start_line: 15, end_line: 15, sha256: sha256(manuscript.get(TWELVE) ?? '') }],
      }),
      receiptOf('search dragon', { tool_id: 'file_search', inputs: { query: 'dragons' }, text: '[nothing found]' }),
      ...read(manuscript.keys()),
    ]),
}

export const TOOL_NAMES = ['file_read', 'file_list', 'file_search', 'file_write', 'file_edit'] as const

/** Answers that cite nothing of the session, though they hold quotes beside dotted words, addresses and numbers. */
export const PLAIN_ANSWERS = [
  'Read "How to sail alone" (example.com) for more.',
  'See "Attention Is All You Need" (arxiv.org, 2017).',
  'Open "the dashboard" (www.foo.com/index.html).',
  'Open "the dashboard" (http://localhost:8080/index.html).',
  'Write to "Customer Support" (help@example.com).',
  'He called it "the future of servers" (Node.js).',
  'The call "does nothing at all" (console.log) is fine.',
  'In Python, "hello %s" (str.format) is old.',
  'Songs: "Let It Be" (let_it_be.mp3), "Yesterday" (yesterday.mp3).',
  'The error "Cannot read properties of undefined" (app.js:10) means that x is not set.',
  'Add "type": "module" (package.json) and run it again.',
  'Save it as "hello world" (hello.txt).',
  'Your item "Coffee beans" (receipt 4711-22) was booked.',
  'A receipt id looks like `rcpt_0123abc`.',
  'I suggest the title "A New Dawn Breaks" (README.md).',
] as const
