// What a model wrote → one valid call, or a precise reason why not.
import { assemble, needsConfirmation } from 'countersign'

const { read } = assemble({
  tools: [
    {
      name: 'file_reader',
      description: 'Reads a file, or some lines of it.',
      risk: 'read',
      capability: 'FileAccess',
      input: {
        type: 'object',
        properties: { path: { type: 'string' }, start_line: { type: 'integer' } },
        required: ['path'],
      },
    },
  ],
})

const reply = "Sure!\n```json\n{'name': 'file_reader', 'arguments': {'path': 'a.md', 'start_line': '3'}}\n```"
const { move } = read({ content: reply }, { profile: 'lenient' })

switch (move.kind) {
  case 'calls': {
    const [call] = move.calls
    console.log(call.tool.name, JSON.stringify(call.args)) // file_reader {"path":"a.md","start_line":3}
    console.log(call.reading.fixups.join(', ')) // strip_fence, single_quotes, string_to_number
    console.log(needsConfirmation(call)) // false
    break
  }
  case 'rejected':
    console.log(move.rejection.fault.code, move.rejection.fault.message)
    break
  case 'answer':
  case 'final':
    console.log(move.kind)
}
