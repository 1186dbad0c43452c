// Feeds a reply as it streams in, and stops the model at the moment the call is complete. Only a bare object is a
// reply's one call; in formats that write several calls, the next one may follow.
import { assemble } from 'countersign'

const { reader } = assemble({
  tools: [
    {
      name: 'get_time',
      description: 'The time in a city.',
      risk: 'read',
      capability: 'BrowserControl',
      input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  ],
})

const stream = [
  '{"type": "tool_',
  'call", "name": "get_t',
  'ime", "args": {"ci',
  'ty": "Oslo"}',
  '}',
  ' I have',
  ' now called the tool…',
]
const incoming = reader({ profile: 'lenient' })
let used = 0
for (const chunk of stream) {
  incoming.write(chunk)
  used++
  if (incoming.complete) break // here a caller aborts the request: no token is paid for chatter
}

const { move } = incoming.end()
console.log(`${used} of ${stream.length} chunks`) // 5 of 7 chunks
console.log(move.kind === 'calls' ? JSON.stringify(move.calls[0].args) : move.kind) // {"city":"Oslo"}
