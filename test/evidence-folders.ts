import { sha256 } from '../src/core/index.ts'
import type { EvidenceSources, ListedReceipt } from '../src/evidence/index.ts'
import { readReceipt, receiptOf, sourcesOf } from './evidence-world.ts'

const lines = (...written: readonly string[]): string => `${written.join('\n')}\n`

/** A small folder of code, made up for replies about code. */
export const codeFolder: ReadonlyMap<string, string> = new Map([
  [
    'src/cart.ts',
    lines(
      "import { taxOf } from './tax.ts'",
      '',
      'export type Line = { readonly sku: string; readonly price: number; readonly count: number }',
      '',
      '// TODO: round per line, not per cart',
      'export function total(lines: readonly Line[]): number {',
      '  const net = lines.reduce((sum, line) => sum + line.price * line.count, 0)',
      '  return net + taxOf(net)',
      '}',
      '',
      'export function isEmpty(lines: readonly Line[]): boolean {',
      '  return lines.length === 0',
      '}',
    ),
  ],
  [
    'src/tax.ts',
    lines(
      'const RATE = 0.19',
      '',
      '/** Never negative, whatever the net is. */',
      'export function taxOf(net: number): number {',
      '  return Math.max(0, net * RATE)',
      '}',
    ),
  ],
  [
    'test/cart.test.ts',
    lines(
      "import { expect, test } from 'vitest'",
      "import { isEmpty, total } from '../src/cart.ts'",
      '',
      "test('an empty cart costs nothing', () => {",
      '  expect(total([])).toBe(0)',
      '})',
      '',
      "test('tax is added', () => {",
      "  expect(total([{ sku: 'a', price: 100, count: 1 }])).toBe(119)",
      '})',
    ),
  ],
  [
    'docs/deploy.md',
    lines(
      '# Deploying',
      '',
      '1. Run the migrations first.',
      '2. Push the tag; the pipeline does the rest.',
      '',
      '## Rolling back',
      '',
      'Revert the tag. Migrations are never rolled back.',
    ),
  ],
  [
    'README.md',
    lines(
      '# Basket',
      '',
      'Adds up carts. Written for the farm shop in Odde.',
      '',
      '## Use',
      '',
      'Call `total` with the lines of the cart. It returns the gross sum in kroner.',
      '',
      '## Licence',
      '',
      'MIT',
    ),
  ],
  [
    'package.json',
    lines('{', '  "name": "basket",', '  "version": "2.4.1",', '  "scripts": { "test": "vitest run" }', '}'),
  ],
])

/** A small folder of notes. */
export const notesFolder: ReadonlyMap<string, string> = new Map([
  [
    'meetings/2026-03-02.md',
    lines(
      '# Monday meeting, 2 March',
      '',
      'There: Ines, Tomasz, Priya. Oluf was ill.',
      '',
      '- The roof of the barn leaks again. Tomasz asks the roofer for a price by Friday.',
      '- The honey stall needs a new sign. Priya draws it.',
      '- We sell no eggs until the hens are well.',
      '',
      'Next meeting: 16 March, seven in the evening.',
    ),
  ],
  [
    'meetings/2026-03-16.md',
    lines(
      '# Monday meeting, 16 March',
      '',
      'There: Ines, Tomasz, Priya, Oluf.',
      '',
      '- The roofer wants 4,200 euros. Ines finds that dear; we wait for a second price.',
      '- The sign is done and hangs.',
      '- The hens are well. Eggs again from Saturday.',
    ),
  ],
  [
    'budget.md',
    lines(
      '# Budget 2026',
      '',
      '| item | euros |',
      '|---|---|',
      '| feed | 1,850 |',
      '| roof | 3,000 |',
      '| market stall | 640 |',
      '',
      'The reserve is 900 euros and stays untouched.',
    ),
  ],
  [
    'recipes/nettle-soup.md',
    lines(
      '# Nettle soup',
      '',
      'Two handfuls of young nettles, one onion, a litre of stock.',
      '',
      'Ten minutes, not longer.',
    ),
  ],
  ['todo.txt', lines('order feed', 'call the roofer', 'renew the insurance before June')],
])

const of = (folder: ReadonlyMap<string, string>, path: string, range?: readonly [number, number]): ListedReceipt =>
  readReceipt(path, folder.get(path) ?? '', range)

const hit = (path: string, line: number, folder: ReadonlyMap<string, string>) => ({
  path,
  start_line: line,
  end_line: line,
  sha256: sha256(folder.get(path) ?? ''),
})

const searchTodo = receiptOf('search TODO', {
  tool_id: 'file_search',
  inputs: { query: 'TODO' },
  text: 'src/cart.ts:5: // TODO: round per line, not per cart',
  file_refs: [hit('src/cart.ts', 5, codeFolder)],
})
const failingTests = receiptOf('npm test', {
  tool_id: 'shell',
  inputs: { command: 'npm test' },
  text: '✓ an empty cart costs nothing\n✗ tax is added\nTests: 1 failed, 1 passed (2)\n[exit code 1]',
})
const EDITED = (codeFolder.get('src/cart.ts') ?? '').replace('// TODO: round per line, not per cart\n', '')

/** Sessions over the two folders. */
export const FOLDER_SESSIONS: Readonly<Record<string, () => EvidenceSources>> = {
  codeNone: () => sourcesOf(codeFolder, []),
  code: () =>
    sourcesOf(codeFolder, [
      receiptOf('list .', { tool_id: 'file_list', inputs: { path: '.' }, text: [...codeFolder.keys()].join('\n') }),
      searchTodo,
      ...[...codeFolder.keys()].map(path => of(codeFolder, path)),
    ]),
  /** One file read, one search, and tests that failed. */
  codeTried: () => sourcesOf(codeFolder, [searchTodo, of(codeFolder, 'src/cart.ts'), failingTests]),
  /** One file read and edited; nothing was run. */
  codeEdited: () =>
    sourcesOf(
      new Map([...codeFolder, ['src/cart.ts', EDITED]]),
      [
        of(codeFolder, 'src/cart.ts'),
        receiptOf('edit src/cart.ts', {
          tool_id: 'file_edit',
          inputs: { path: 'src/cart.ts', old_text: '// TODO: round per line, not per cart\n', new_text: '' },
          text: 'edited src/cart.ts',
          file_refs: [{ path: 'src/cart.ts', start_line: null, end_line: null, sha256: sha256(EDITED) }],
        }),
      ],
      ['src/cart.ts'],
    ),
  notesNone: () => sourcesOf(notesFolder, []),
  notes: () =>
    sourcesOf(
      notesFolder,
      [...notesFolder.keys()].map(path => of(notesFolder, path)),
    ),
  /** The first meeting, and the first five lines of the budget. */
  notesSome: () =>
    sourcesOf(notesFolder, [of(notesFolder, 'meetings/2026-03-02.md'), of(notesFolder, 'budget.md', [1, 5])]),
}

/** On offer there, besides the tools for files. */
export const FOLDER_TOOLS = ['shell', 'memory_search', 'memory_save', 'web_fetch'] as const
