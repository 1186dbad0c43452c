import { readFileSync } from 'node:fs'

// A batch is a text file that people can read: `##### id :: calls that are meant`, then what the model says, as it says it.
// `@ask` is the question, `@reasoning` and `@content` divide the two fields, `@message` is a whole message as JSON.

export type MeantCall = { readonly name: string; readonly args: object }
export type UnseenReply = {
  readonly id: string
  readonly meant: readonly MeantCall[]
  readonly question: string
  readonly message: object
  readonly finish: string
}

const HEADING = '##### '

function readCalls(written: string): readonly MeantCall[] {
  if (written === 'none') return []
  return written.split(' ;; ').map(call => {
    const space = call.indexOf(' ')
    return { name: call.slice(0, space), args: JSON.parse(call.slice(space + 1)) }
  })
}

function readMessage(body: string): object {
  const native = /^@message (.*)$/m.exec(body)?.[1]
  if (native !== undefined) return JSON.parse(native)
  const fields = /^@reasoning\n([^]*?)\n@content(?:\n([^]*))?$/.exec(body)
  return fields ? { content: fields[2] ?? '', reasoning_content: fields[1] } : { content: body }
}

function readReply(section: string): UnseenReply {
  const [head = '', ...rest] = section.split('\n')
  const [id = '', calls = ''] = head.split(' :: ')
  const setting = (name: string): string | undefined =>
    rest.find(line => line.startsWith(`@${name} `))?.slice(name.length + 2)
  const body = rest.filter(line => !/^@(?:ask|finish) /.test(line)).join('\n')
  const meant = readCalls(calls.trim())
  const message = readMessage(body.replace(/\n$/, ''))
  return {
    id: id.trim(),
    meant,
    message,
    question:
      setting('ask') ??
      `Please do it: ${meant.map(({ name, args }) => `${name.replace('_', ' ')} ${Object.values(args).join(', ')}`).join('; ')}`,
    finish: setting('finish') ?? ('tool_calls' in message ? 'tool_calls' : 'stop'),
  }
}

export function readBatch(file: string | URL): readonly UnseenReply[] {
  return `\n${readFileSync(file, 'utf8')}`.split(`\n${HEADING}`).slice(1).map(readReply)
}
