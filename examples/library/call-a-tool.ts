// A tool of your own and a file of the workspace, called through the whole path. Run: node --import tsx examples/library/call-a-tool.ts
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assemble } from 'countersign'

const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'))
writeFileSync(join(folder, 'keeper.md'), 'The lamp turns every twelve seconds.\n')

const post = {
  name: 'post_note',
  description: 'Posts a note to the board.',
  risk: 'write' as const,
  capability: 'MessageSend' as const,
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false },
  execute: ({ text }: { readonly [key: string]: unknown }): string => `posted: ${String(text)}`,
}

const { call, close } = assemble({ tools: [post], workspace: folder, state: `${folder}-state` })

const refused = await call({ tool: 'file_read', args: { path: 'keeper.md' } })
console.log(refused.text) // Permission denied: no active token for FileAccess.

const read = await call({ tool: 'file_read', args: { path: 'keeper.md' }, allow: ['FileAccess'] })
console.log(read.text) // The lamp turns every twelve seconds.

const order = {
  tool: 'post_note',
  args: { text: 'the light is dry' },
  allow: ['MessageSend'] as const,
  event: 'message 17',
}
const first = await call(order)
const again = await call(order)
console.log(first.text, first.replayed, again.replayed, first.receipt?.receipt_id === again.receipt?.receipt_id) // posted: the light is dry false true true

await close()
