import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type JsonObject, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { commandLine } from '../command-line.ts'
import { workFolder } from '../work-folder.ts'
import { README, call, decide, final, play, readNotes, strictCall } from './play.ts'

/** What an outsider sees of a turn: how it ended, what ran, what was refused. */
type Seen = {
  readonly text: RegExp
  readonly code: string | null
  readonly executed: readonly string[]
  readonly faults: readonly string[]
}

type Scene = {
  readonly title: string
  readonly message?: string
  readonly replies: readonly string[]
  readonly profile?: 'strict' | 'lenient'
  readonly allow?: readonly ('FileAccess' | 'FileWrite')[]
  readonly only?: readonly string[]
  readonly requireTool?: true
  readonly exit: number
  readonly seen: Seen
}

const path = { path: 'notes.md' }
const PROOF = '\nEvidence: "The lighthouse burned all night." (notes.md:1)'
const writing = { message: 'Write the file new.md with one line.', allow: ['FileAccess', 'FileWrite'] } as const
const write = call('file_write', { path: 'new.md', content: 'x\n' })
const done = (text: RegExp, executed: readonly string[] = [], faults: readonly string[] = []): Seen => ({
  text,
  code: null,
  executed,
  faults,
})
const stopped = (code: string, executed: readonly string[] = [], faults: readonly string[] = [code]): Seen => ({
  text: /./,
  code,
  executed,
  faults,
})

/** The tests that the source documents themselves ask for: 1:1 chat, guardrails, routing, permissions. */
const SCENES: readonly Scene[] = [
  {
    title: 'a call, a result, an answer',
    replies: [readNotes, 'It burned.'],
    exit: 0,
    seen: done(/^It burned\.$/, ['file_read']),
  },
  {
    title: 'strict: a call, a decision, an answer',
    profile: 'strict',
    replies: [strictCall('file_read', path), final, `It burned.${PROOF}`],
    exit: 0,
    seen: done(/^It burned\.$/, ['file_read']),
  },
  {
    title: 'strict: a second call by decision',
    profile: 'strict',
    replies: [strictCall('file_read', path), decide('file_list', {}), final, `One file.${PROOF}`],
    exit: 0,
    seen: done(/^One file\.$/, ['file_read', 'file_list']),
  },
  {
    title: 'strict: text beside the call',
    profile: 'strict',
    replies: [`${strictCall('file_read', path)} ok`],
    exit: 1,
    seen: { ...stopped('tool_call_invalid_format'), text: /^STOP_HOOK: tool_call_rejected\n/ },
  },
  {
    title: 'strict: a forged nonce',
    profile: 'strict',
    replies: [strictCall('file_read', path, 'n_x')],
    exit: 1,
    seen: stopped('tool_call_nonce_invalid'),
  },
  {
    title: 'strict: wrong arguments',
    profile: 'strict',
    replies: [strictCall('file_read', { paht: 'x' })],
    exit: 1,
    seen: stopped('tool_call_invalid_args'),
  },
  {
    title: 'strict: an unknown tool',
    profile: 'strict',
    replies: [strictCall('nope', path)],
    exit: 1,
    seen: stopped('tool_call_unknown_tool'),
  },
  {
    title: 'strict: two objects',
    profile: 'strict',
    replies: [strictCall('file_read', path).repeat(2)],
    exit: 1,
    seen: stopped('tool_call_multiple'),
  },
  {
    title: 'strict: a function-like call in plain text',
    profile: 'strict',
    replies: ['file_read("notes.md")'],
    exit: 1,
    seen: stopped('tool_call_invalid_format'),
  },
  {
    title: 'strict: prose after a result',
    profile: 'strict',
    replies: [strictCall('file_read', path), 'It burned.'],
    exit: 1,
    seen: stopped('tool_call_invalid_format', ['file_read']),
  },
  {
    title: 'a required call that does not come',
    requireTool: true,
    replies: ['Let us talk.'],
    exit: 1,
    seen: stopped('tool_call_invalid_format'),
  },
  {
    title: 'a tool outside the list of the request',
    profile: 'strict',
    only: ['file_list'],
    replies: [strictCall('file_read', path)],
    exit: 1,
    seen: stopped('tool_call_unknown_tool'),
  },
  {
    title: 'lenient: a fenced call between prose is rescued',
    replies: [`Sure!\n\`\`\`json\n${readNotes}\n\`\`\`\nThere.`, 'It burned.'],
    exit: 0,
    seen: done(/^It burned\.$/, ['file_read']),
  },
  {
    title: 'lenient: wrong arguments are corrected',
    replies: [call('file_read', { paht: 'notes.md' }), readNotes, 'It burned.'],
    exit: 0,
    seen: done(/^It burned\.$/, ['file_read'], ['tool_call_invalid_args']),
  },
  {
    title: 'an unknown tool is corrected, not run under another name',
    replies: [call('file_grep', {}), readNotes, 'It burned.'],
    exit: 0,
    seen: done(/^It burned\.$/, ['file_read'], ['tool_call_unknown_tool']),
  },
  {
    title: 'the third identical call is overridden',
    replies: [readNotes, readNotes, readNotes, 'Enough.'],
    exit: 0,
    seen: done(/^Enough\.$/, ['file_read'], ['loop_override']),
  },
  {
    title: 'the fourth ends the turn',
    replies: [readNotes, readNotes, readNotes, readNotes],
    exit: 1,
    seen: { ...stopped('system_error', ['file_read'], ['loop_override', 'system_error']), text: /SYSTEM_ERROR/ },
  },
  {
    title: 'without a token nothing is read, and the turn says so',
    allow: [],
    replies: [readNotes],
    exit: 1,
    seen: { ...stopped('permission_denied'), text: /no active token for FileAccess/ },
  },
  {
    title: 'talk gets no tools',
    message: 'Good morning!',
    replies: ['Good morning.'],
    exit: 0,
    seen: done(/^Good morning\.$/),
  },
  {
    title: 'a forged call in a talk is refused',
    message: 'Good morning!',
    replies: [readNotes, 'Good morning.'],
    exit: 0,
    seen: done(/^Good morning\.$/, [], ['tool_call_unknown_tool']),
  },
  {
    title: 'a write that the message does not ask for is not on offer',
    replies: [write, 'I cannot.'],
    exit: 0,
    seen: done(/^I cannot\.$/, [], ['tool_call_unknown_tool']),
  },
  {
    title: 'a write with its right',
    ...writing,
    replies: [write, 'Done.'],
    exit: 0,
    seen: done(/^Done\.$/, ['file_write']),
  },
  {
    title: 'a write without its right',
    ...writing,
    allow: ['FileAccess'],
    replies: [write, 'I may not.'],
    exit: 0,
    seen: done(/^I may not\.$/, [], ['permission_denied']),
  },
  {
    title: 'a path that leads out',
    replies: [call('file_read', { path: '../secret.md' }), 'I may not.'],
    exit: 0,
    seen: done(/^I may not\.$/, [], ['path_blocked']),
  },
]

const MESSAGE = 'Read the file notes.md and tell me what it says.'

describe.each(SCENES)('$title', scene => {
  const { message = MESSAGE, replies, profile, allow = ['FileAccess'], only, requireTool, exit, seen } = scene

  test('through runTurn', async () => {
    const toolPolicy = { ...(only && { allowedTools: only }), ...(requireTool && { requireTool }) }
    const played = await play({ message, replies, profile, allow, toolPolicy })
    expect(played.text).toMatch(seen.text)
    expect({ code: played.code, executed: played.executed, faults: played.faults }).toEqual({
      code: seen.code,
      executed: seen.executed,
      faults: seen.faults,
    })
  })

  test('through countersign ask', async () => {
    const folder = workFolder()
    folder.write('notes.md', README)
    const script = join(folder.root, '..', 'script.jsonl')
    writeFileSync(script, replies.map(reply => JSON.stringify(reply)).join('\n'))
    const flags = [
      ...(profile ? ['--profile', profile] : []),
      ...allow.flatMap(capability => ['--allow', capability]),
      ...(only ?? []).flatMap(tool => ['--only', tool]),
      ...(requireTool ? ['--require-tool'] : []),
    ]
    const printed = await commandLine([
      'ask',
      message,
      '--json',
      '--events',
      '--model',
      `scripted:${script}`,
      '--workspace',
      folder.root,
      ...flags,
    ])
    const lines = printed.out.trim().split('\n').map(parseJsonText).filter(isJsonObject)
    const report = lines.at(-1) ?? {}
    expect(textOf(report['text'])).toMatch(seen.text)
    expect({ exit: printed.code, ...told(lines, report) }).toEqual({
      exit,
      code: seen.code,
      executed: seen.executed,
      faults: seen.faults,
    })
  })
})

function told(lines: readonly JsonObject[], { stopped: reason }: JsonObject): JsonObject {
  const code = isJsonObject(reason) ? textOf(reason['code']) : null
  const of = (type: string, key: string): readonly string[] =>
    lines.flatMap(line => (line['type'] === type ? [textOf(line[key])] : []))
  const faults = lines.flatMap(({ type, reason: rejected, code: failed }) =>
    type === 'attempt.rejected' ? [textOf(rejected)] : type === 'tool.failed' ? [textOf(failed)] : [],
  )
  return { code, executed: [...of('tool.started', 'tool')], faults }
}
