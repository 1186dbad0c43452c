import { expect, test } from 'vitest'
import { join } from 'node:path'
import { type JsonObject, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { workFolder } from '../work-folder.ts'
import { README, type Play, decide, final, play, strictCall } from './play.ts'

const path = { path: 'notes.md' }
const good = strictCall('file_read', path)
const DONE = 'It burned.\nEvidence: "The lighthouse burned all night." (notes.md:1)'

/** What a model may write where strict is agreed, and what must come of it. */
const FIXTURES: readonly { readonly title: string; readonly replies: readonly string[]; readonly seen: string }[] = [
  { title: 'a call with its nonce', replies: [good, final, DONE], seen: 'ran file_read' },
  {
    title: 'a second call by decision',
    replies: [good, decide('file_list', {}), final, DONE],
    seen: 'ran file_read file_list',
  },
  { title: 'a wrong nonce', replies: [strictCall('file_read', path, '0000')], seen: 'tool_call_nonce_invalid' },
  { title: 'no nonce', replies: [JSON.stringify({ tool: 'file_read', args: path })], seen: 'tool_call_nonce_invalid' },
  { title: 'an unknown tool', replies: [strictCall('file_reed', path)], seen: 'tool_call_unknown_tool' },
  { title: 'arguments that are missing', replies: [strictCall('file_read', {})], seen: 'tool_call_invalid_args' },
  {
    title: 'arguments of another kind',
    replies: [strictCall('file_read', { path: 7 })],
    seen: 'tool_call_invalid_args',
  },
  { title: 'two calls', replies: [`${good}${good}`], seen: 'tool_call_multiple' },
  { title: 'a call in a fence', replies: [`\`\`\`json\n${good}\n\`\`\``], seen: 'tool_call_invalid_format' },
  { title: 'a call with talk around it', replies: [`Sure! ${good}`], seen: 'tool_call_invalid_format' },
  { title: 'a key too many', replies: [good.replace('{', '{"why":"because",')], seen: 'tool_call_invalid_format' },
  { title: 'a key twice', replies: [good.replace('{', '{"tool":"file_list",')], seen: 'tool_call_invalid_format' },
  { title: 'single quotes', replies: [good.replaceAll('"', "'")], seen: 'tool_call_invalid_format' },
  { title: 'prose after a result', replies: [good, 'It burned.'], seen: 'ran file_read, tool_call_invalid_format' },
  {
    title: 'the nonce of the step before',
    replies: [good, '{"action":"final","nonce":"0000"}'],
    seen: 'ran file_read, tool_call_nonce_invalid',
  },
]

const seenOf = (executed: readonly string[], code: string | null): string =>
  [...(executed.length > 0 ? [`ran ${executed.join(' ')}`] : []), ...(code === null ? [] : [code])].join(', ')

const played =
  (more: Partial<Play>) =>
  async (replies: readonly string[]): Promise<string> => {
    const { executed, code } = await play({ ...more, toolPolicy: { requireTool: true }, replies })
    return seenOf(executed, code)
  }

async function atTheCommandLine(replies: readonly string[]): Promise<string> {
  const folder = workFolder()
  folder.write('notes.md', README)
  folder.write('script.jsonl', replies.map(reply => `${JSON.stringify(reply)}\n`).join(''))
  const model = `scripted:${join(folder.root, 'script.jsonl')}`
  const message = 'Use the file_read tool first: read the file notes.md.'
  const { out } = await folder.run('ask', message, '--model', model, '--allow', 'FileAccess', '--json', '--events')
  const lines = out
    .trim()
    .split('\n')
    .map(line => parseJsonText(line))
    .filter((line): line is JsonObject => isJsonObject(line))
  const executed = lines.flatMap(({ type, tool }) =>
    type === 'tool.started' && typeof tool === 'string' ? [tool] : [],
  )
  const stopped = lines.at(-1)?.['stopped']
  return seenOf(executed, isJsonObject(stopped) ? textOf(stopped['code']) : null)
}

const DOORS: Readonly<Record<string, (replies: readonly string[]) => Promise<string>>> = {
  'a 1:1 chat': played({}),
  'a chat that asks for strict': played({ profile: 'strict' }),
  'a conference': played({ conference: 'conf_1' }),
  'a task': played({ task: 'task_1' }),
  'a run of many steps': played({ run: { id: 'run_1' } }),
  'the command line': atTheCommandLine,
}

test.each(Object.keys(DOORS).flatMap(door => FIXTURES.map(fixture => ({ door, ...fixture }))))(
  '[STRICT-22] $title comes to the same in $door',
  async ({ door, replies, seen }) => {
    expect(await DOORS[door]?.(replies)).toBe(seen)
  },
)
