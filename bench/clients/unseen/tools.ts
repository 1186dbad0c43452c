import type { ToolSpec } from '../clients.ts'

// The tools of every unseen reply: optional fields, lists, nested objects, numbers, an enumeration.

const text = { type: 'string' } as const
const whole = { type: 'integer' } as const

const spec = (name: string, description: string, properties: object, required: readonly string[]): ToolSpec => ({
  name,
  description,
  parameters: { type: 'object', properties, required, additionalProperties: false },
})

export const UNSEEN_TOOLS: readonly ToolSpec[] = [
  spec(
    'get_weather',
    'The weather in a city over the next days.',
    { city: text, days: whole, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
    ['city'],
  ),
  spec('read_file', 'Reads a text file, or some lines of it.', { path: text, start_line: whole, end_line: whole }, [
    'path',
  ]),
  spec('write_file', 'Writes a text file.', { path: text, content: text }, ['path', 'content']),
  spec(
    'search_notes',
    'Looks for words in the notes.',
    { query: text, limit: whole, tags: { type: 'array', items: text } },
    ['query'],
  ),
  spec('send_email', 'Sends an e-mail.', { to: text, subject: text, body: text }, ['to', 'subject', 'body']),
  spec(
    'create_event',
    'Puts an event into the calendar.',
    {
      title: text,
      start: text,
      duration_minutes: whole,
      attendees: { type: 'array', items: text },
      options: {
        type: 'object',
        properties: { remind: { type: 'boolean' }, location: text },
        additionalProperties: false,
      },
    },
    ['title', 'start', 'duration_minutes'],
  ),
  spec(
    'set_light',
    'Switches the light of a room.',
    { room: text, on: { type: 'boolean' }, brightness: { type: 'number' } },
    ['room', 'on'],
  ),
  spec('run_query', 'Runs an SQL query.', { sql: text, timeout: whole }, ['sql']),
]
