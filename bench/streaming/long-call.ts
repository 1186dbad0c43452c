import type { ToolSource } from '../../src/catalog/index.ts'

const CHUNK = 16
const SENTENCE = 'The lamp went out; "Who is there?" she asked {twice}, and the café at No. 7 <closed>\nfor the night. '

export const TOOL: ToolSource = {
  name: 'save_chapter',
  description: 'Saves a chapter with its notes.',
  input: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      text: { type: 'string' },
      notes: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            line: { type: 'integer' },
            weight: { type: 'number' },
            kept: { type: 'boolean' },
            words: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
    required: ['title', 'text', 'notes'],
  },
  risk: 'write',
  capability: 'SystemExecute',
}

/** A call as JSON: about two thirds long text, one third nested data. */
export function callOfSize(kilobytes: number): string {
  const size = kilobytes * 1000
  const text = SENTENCE.repeat(Math.ceil((size * 0.64) / SENTENCE.length))
  const notes: unknown[] = []
  for (let length = 0; length < size / 3; length += JSON.stringify(notes.at(-1)).length + 1)
    notes.push({
      line: notes.length,
      weight: notes.length / 8,
      kept: notes.length % 3 === 0,
      words: ['lamp', `no. ${notes.length}`],
    })
  return JSON.stringify({ name: TOOL.name, arguments: { title: 'The Lamp', text, notes } })
}

export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = []
  for (let at = 0; at < text.length; at += CHUNK) chunks.push(text.slice(at, at + CHUNK))
  return chunks
}
