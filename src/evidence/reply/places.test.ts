import { expect, test } from 'vitest'
import { findMentions } from './places.ts'
import { checkEvidence } from '../check-evidence.ts'
import { readReceipt, receiptId, receiptOf, sourcesOf } from '../../../test/evidence-world.ts'

const TEXT = 'The lighthouse burned all night.\r\n\r\nThe boat leaves at dawn.\r\n'
const codesOf = async (text: string, path = 'notes.md', words = TEXT): Promise<readonly string[]> => {
  const page = receiptOf('page', { tool_id: 'web_fetch', text: 'The e mail was sent.' })
  const sources = sourcesOf(new Map([[path, words]]), [readReceipt(path, words), page])
  return (await checkEvidence({ text, toolNames: [], sources: () => sources })).report.findings.map(({ code }) => code)
}

test.each([
  ['It says "The lighthouse never burned" (./notes.md:1).', ['quote_not_found']],
  ['It says "The lighthouse burned all night" (./notes.md:1).', ['verified']],
  ['So.\nEvidence: "The lighthouse burned all night" (./notes.md:1)', ['verified']],
  ['So.\nEvidence: "The lighthouse burned all night" (../notes.md:1)', ['file_missing']],
  ['So.\nEvidence: "The lighthouse burned all night" (/notes.md:1)', ['file_missing']],
  ['So.\nEvidence: notes.md:2', ['location_wrong']],
  [`So.\nEvidence: "e" (receipt ${receiptId('page')})`, ['quote_too_short']],
  [`So.\nEvidence: "The e mail was sent" (receipt ${receiptId('page')})`, ['verified']],
])('%j', async (text, codes) => {
  expect(await codesOf(text)).toEqual(codes)
})

test('a known name with blanks is found each time it stands there, with its own line', () => {
  const found = findMentions('(My Notes.md:1) and (a b/My Notes.md:2)', ['a b/My Notes.md'])
  expect(found.map(({ path, lines }) => [path, ...lines])).toEqual([
    ['My Notes.md', [1, 1]],
    ['a b/My Notes.md', [2, 2]],
  ])
})

test.each([
  [
    '"The boat leaves at dawn." (notes.md, section "Plan B")',
    '# Title\r\n\r\n## Plan B\r\n\r\nThe boat leaves at dawn.\r\n',
  ],
  ['notes.md, section "Title"', '\ufeff# Title\n\nThe boat leaves at dawn.\n'],
  [
    '"The boat leaves at dawn." (notes.md, section "Notes")',
    '# Release notes\n\nNone.\n\n# Notes\n\nThe boat leaves at dawn.\n',
  ],
  ['"Das Café war übervoll" (notes.md:1)'.normalize('NFC'), 'Das Café war übervoll.\n'.normalize('NFD')],
  ['"Das Café war übervoll" (notes.md:1)'.normalize('NFD'), 'Das Café war übervoll.\n'.normalize('NFC')],
  ['"I \u2764\ufe0f this old harbour town" (notes.md:1)', 'I \u2764\ufe0f this old harbour town.\n'],
  ['"شكرا\u200f (thanks) my friend" (notes.md:1)', 'شكرا\u200f (thanks) my friend of old\n'],
  ['"Well... I suppose so" (notes.md:1)', 'Well... I suppose so, said Anna.\n'],
  ['"The path is C:\\temp\\new folder here." (notes.md:1)', 'The path is C:\\temp\\new folder here.\n'],
  ['"We use \\textbf{strong words} and" (notes.md:1)', 'We use \\textbf{strong words} and more.\n'],
  ['"The first line\\nand the second" (notes.md:1)', 'The first line\nand the second.\n'],
])('what stands there is found however the file writes it: %j', async (evidence, words) => {
  expect(await codesOf(`So.\nEvidence: ${evidence}`, 'notes.md', words)).toEqual(['verified'])
})

test('a path is known in composed and in decomposed letters', async () => {
  const cited = 'It says "The boat leaves at dawn" (Café.md:3).'
  for (const [told, path] of [
    [cited.normalize('NFD'), 'Café.md'.normalize('NFC')],
    [cited.normalize('NFC'), 'Café.md'.normalize('NFD')],
  ] as const)
    expect(await codesOf(told, path)).toEqual(['verified'])
})
