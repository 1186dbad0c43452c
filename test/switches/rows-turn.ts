import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Json, type JsonObject, type Model, textOf } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type Taken, inAssembly, outcome, readNotes, says, takeTurn, turn } from './entries.ts'
import { type Row, rowsAt } from './row.ts'

/** A model that a setting can name: its replies stand in a file. */
export function scriptFile(...replies: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'replies.jsonl')
  writeFileSync(file, replies.map(reply => JSON.stringify(reply)).join('\n'))
  return `scripted:${file}`
}

type Scene = Parameters<typeof turn>[1]
const after =
  (scene: Scene, pick: (taken: Taken) => Json): Row['observe'] =>
  async settings =>
    pick(await turn(settings, scene))

const FILES = Object.fromEntries('abcdefgh'.split('').map(name => [`${name}.md`, `${name.repeat(79)}\n`.repeat(300)]))
const read = (name: string): string => says('file_read', { path: `${name}.md` })
const shownBytes = ({ model }: Taken, request = 1): Json =>
  Number(/shown: (\d+) of \d+ bytes/.exec(model.requests[request]?.messages.at(-1)?.content ?? '')?.[1] ?? 0)
const isSuspect = ({ log }: Taken): boolean => log.includes('HallucinationSuspect')
const madeUp = { replies: [says('file_read', { path: 'nowhere/at-all.md' }), 'Done.'] }
const many = { files: FILES, replies: [...'abcdefgh'.split('').map(read), 'Done.', 'Done.'] }
const strict = (name: string): string =>
  JSON.stringify({ tool: 'file_read', args: { path: `${name}.md` }, nonce: '{{nonce}}' })
const decide = (name: string): string =>
  JSON.stringify({ action: 'tool', tool: 'file_read', args: { path: `${name}.md` }, nonce: '{{nonce}}' })
const final = '{"action":"final","nonce":"{{nonce}}"}'
const round = {
  files: FILES,
  replies: [strict('a'), decide('b'), decide('c'), decide('d'), decide('e'), decide('f'), final, 'Done.', 'Done.'],
  request: { conference: 'conf_1' },
}
const ROUTER = '{"Intent":"file_task","Confidence":0.7}'
const VAGUE = 'Hm, well, what about it?'
const routed = ({ events }: Taken): Json => {
  const event = events.find(each => each.type === 'router.completed')
  return event?.type === 'router.completed' ? textOf(event.output['Intent']) : ''
}
const inRun = { ...many, request: { run: { id: 'run_1' } } }
const warned = ({ events, ran }: Taken): Json => [events.some(({ type }) => type === 'budget.exceeded'), ran.length > 1]
const wrongArgs = says('file_read', { path: 'notes.md', start_line: 'many' })

/** A model that takes its time, so that a second turn of the session has to wait. */
const slow = (): Model => {
  const model = scripted(['Done.', 'Done.', 'Done.', 'Done.'])
  return {
    ...model,
    async *reply(request, signal) {
      await new Promise(resolve => setTimeout(resolve, 300))
      yield* model.reply(request, signal)
    },
  }
}

const second: Row['observe'] = settings =>
  inAssembly(settings, { model: slow() }, async opened => {
    const request = { message: 'Hello.', session: 'sess_w' }
    const first = opened.turn({ ...request, onEvent: () => undefined })
    await new Promise(resolve => setTimeout(resolve, 50))
    const { code } = await takeTurn(opened, request)
    await first
    return code
  })

/** How often the model that answers was asked, once for the summary unless another one writes it. */
const compressor: Row['observe'] = settings => {
  const long = 'I counted the stairs of the tower again and again. '.repeat(40)
  const replies = ['Yes.', 'Yes.', says('compress_context', {}), 'SUMMARY: stairs.', 'There is room.', 'Done.']
  return inAssembly(settings, { replies }, async opened => {
    const session = 'sess_c'
    await takeTurn(opened, { message: `Hello. ${long}`, session })
    await takeTurn(opened, { message: 'Hello once more.', session })
    await takeTurn(opened, { message: 'Read the file notes.md, but make room first.', session })
    return opened.model.requests.length
  })
}

const thinkFields = ({ model }: Taken): Json => JSON.stringify(model.requests[0]).split('_tafc_think').length > 1

export const TURN_ROWS: readonly Row[] = rowsAt('assemble().turn', [
  ['agent.hallucination_detection', true, [false, true], after(madeUp, isSuspect), { 'agent.reasoning_models': ['*'] }],
  [
    'agent.reasoning_models',
    ['script*'],
    [false, true],
    after(madeUp, isSuspect),
    { 'agent.hallucination_detection': true },
  ],
  [
    'agent.context_compression',
    true,
    [false, true],
    settings => inAssembly(settings, {}, async ({ catalog }) => catalog.get('compress_context') !== undefined),
  ],
  [
    'agent.compress_provider',
    scriptFile('SUMMARY: one', 'SUMMARY: two'),
    [5, 4],
    compressor,
    { 'agent.context_compression': true },
  ],
  [
    'router.model',
    scriptFile(ROUTER, ROUTER),
    ['chat_only', 'file_task'],
    after({ message: VAGUE, replies: ['Well.', 'Well.'] }, routed),
  ],
  [
    'router.confidence_threshold',
    0.9,
    ['file_task', 'chat_only'],
    after({ message: VAGUE, replies: ['Well.', 'Well.'] }, routed),
    { 'router.model': scriptFile(ROUTER, ROUTER) },
  ],
  [
    'turn.max_tool_steps',
    2,
    [6, 2],
    after({ ...many, replies: [...many.replies.slice(0, 6), 'Done.'] }, ({ ran }) => ran.length),
    { 'turn.max_tool_bytes_per_turn': 1_000_000 },
  ],
  ['turn.max_tool_bytes_per_step', 500, [8_000, 500], after(many, shownBytes)],
  ['turn.max_tool_bytes_per_turn', 600, [8_000, 600], after(many, shownBytes)],
  ['turn.max_tool_bytes_per_step_conference', 500, [12_000, 500], after(round, shownBytes)],
  ['turn.max_tool_bytes_per_turn_conference', 600, [12_000, 600], after(round, shownBytes)],
  ['turn.wait_secs', 0, [null, 'turn_busy'], second],
  ['run.max_steps', 1, [6, 1], after(inRun, ({ ran }) => ran.length), { 'turn.max_tool_bytes_per_turn': 1_000_000 }],
  [
    'run.max_steps_soft',
    true,
    [
      [false, false],
      [true, true],
    ],
    after(inRun, warned),
    { 'run.max_steps': 1 },
  ],
  [
    'tools.tafc.enabled',
    true,
    [false, true],
    after({ replies: ['Done.', 'Done.'], can: { nativeTools: true } }, thinkFields),
    { 'tools.tafc.complexity_threshold': 0.1 },
  ],
  [
    'tools.tafc.complexity_threshold',
    0.1,
    [false, true],
    after({ replies: ['Done.', 'Done.'], can: { nativeTools: true } }, thinkFields),
    { 'tools.tafc.enabled': true },
  ],
  [
    'tools.retry.parameter_reformat_provider',
    scriptFile(readNotes),
    [[], ['file_read']],
    after({ replies: [wrongArgs, 'Done.', 'Done.'] }, ({ ran }) => ran),
  ],
  [
    'guardrails.repair_max_attempts',
    0,
    [2, 0],
    after(
      { replies: [wrongArgs, wrongArgs, wrongArgs, 'Done.'] },
      ({ events }) => events.filter(({ type }) => type === 'attempt.repaired').length,
    ),
  ],
  [
    'guardrails.loop_repeat_threshold',
    2,
    [[], ['loop_override']],
    after({ replies: [readNotes, readNotes, 'Done.'] }, ({ refused }) => refused),
  ],
  [
    'guardrails.loop_override_max_retries',
    2,
    ['system_error', null],
    after({ replies: [readNotes, readNotes, readNotes, readNotes, 'Done.'] }, ({ code }) => code),
  ],
  [
    'guardrails.repeat_window',
    6,
    [[], ['loop_override']],
    after(
      { files: FILES, replies: [read('a'), read('b'), read('a'), read('c'), read('a'), 'Done.'] },
      ({ refused }) => refused,
    ),
    { 'turn.max_tool_bytes_per_turn': 1_000_000 },
  ],
  ['tools.result_cache.enabled', false, [1, 2], settings => executions(settings, { pause: 0 })],
  ['tools.result_cache.ttl_secs', 1, [1, 2], settings => executions(settings, { pause: 1_100 })],
])

/** How often a tool ran that was called twice alike in one session. */
function executions(settings: JsonObject, { pause }: { readonly pause: number }): Promise<Json> {
  let ran = 0
  const look = {
    name: 'look',
    input: { type: 'object' },
    risk: 'read' as const,
    capability: 'FileAccess' as const,
    facts: { idempotent: true, cacheable: true },
    execute: () => `seen ${++ran}`,
  }
  return inAssembly(settings, { tools: [look] }, async ({ call }) => {
    const order = { tool: 'look', args: {}, session: 'sess_c', allow: ['FileAccess'] as const }
    outcome(await call(order))
    await new Promise(resolve => setTimeout(resolve, pause))
    await call(order)
    return ran
  })
}
