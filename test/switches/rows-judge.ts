import { type Json, type Model, fault, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { type ScriptedReply, scripted } from '../../src/providers/index.ts'
import { startTestServer } from '../http-server.ts'
import { type Taken, inAssembly, readNotes, says, takeTurn, turn } from './entries.ts'
import { type Row, rowsAt } from './row.ts'
import { scriptFile } from './rows-turn.ts'

type Scene = Parameters<typeof turn>[1]
const refusedIn =
  (scene: Scene): Row['observe'] =>
  async settings =>
    (await turn(settings, scene)).refused

const WRITE = says('file_write', { path: 'new.md', content: 'a line that is not so short' })
const MESSAGE = 'Write the file new.md with one line.'
const request = { allow: ['FileWrite', 'FileAccess'] as const }
const writing = (...replies: readonly ScriptedReply[]): Scene => ({
  message: MESSAGE,
  request,
  replies: [WRITE, ...replies],
})
const judgedBy = (model: Model): Scene => ({
  ...writing('Done.', 'Done.'),
  models: { guard: model, adversarialPolicy: model },
})
const allows = (): Model => scripted(['ALLOW', 'ALLOW', 'ALLOW'])
const fails = (): Model => scripted([{ fault: fault('tool_server_error', 'no model is loaded') }])
const late = (): Model => {
  const model = allows()
  return {
    ...model,
    async *reply(asked, signal) {
      await new Promise(resolve => setTimeout(resolve, 200))
      yield* model.reply(asked, signal)
    },
  }
}

const BLOCKED = ['policy_blocked']
const GUARD = { 'tools.guard.enabled': true }
const POLICY = { 'tools.adversarial_policy.enabled': true, 'tools.adversarial_policy.policies': ['Never write.'] }
const [ON] = [{ 'tools.utility.enabled': true }]
const HIGH = { ...ON, 'tools.utility.threshold': 0.9 }
const LOW = ['utility_below_threshold']
const reading = refusedIn({ replies: [readNotes, 'Done.', 'Done.'] })
const again = refusedIn({ replies: [readNotes, readNotes, 'Done.', 'Done.'] })
const BIG = { 'a.md': 'a long line of the log\n'.repeat(500), 'b.md': 'b' }
const costly = refusedIn({
  files: BIG,
  replies: [says('file_read', { path: 'a.md' }), says('file_read', { path: 'b.md' }), 'Done.', 'Done.'],
})

/** How many seconds what stands in the log may be used. */
const secondsIn = (log: string, event: string): number => {
  const found = log.split('\n').flatMap(line => {
    const entry = parseJsonText(line)
    const body = entry !== undefined && isJsonObject(entry) ? entry['body'] : undefined
    const told = body !== undefined && isJsonObject(body) ? body['permission'] : undefined
    return told !== undefined && isJsonObject(told) && told['event'] === event ? [told] : []
  })
  const [first = {}] = found
  return Math.round((Date.parse(textOf(first['expires_at'])) - Date.parse(textOf(first['ts']))) / 1_000)
}
const granted: Row['observe'] = async settings =>
  secondsIn((await turn(settings, { replies: [readNotes, 'Done.'] })).log, 'PERMISSION_GRANTED')
const requested: Row['observe'] = settings =>
  inAssembly(settings, {}, async opened => {
    await opened.call({ tool: 'file_write', args: { path: 'x.md', content: 'x' } })
    await opened.call({ tool: 'bash', args: { command: 'rm x.md' }, allow: ['SystemExecute'] })
    return secondsIn(opened.log(), 'APPROVAL_REQUESTED')
  })
const opened: Row['observe'] = async settings => {
  const { api } = await startTestServer({ settings })
  await api('POST', '/api/ai/chat', { message: 'Hello.', wait: true })
  const { grants } = (await api('GET', '/api/grants')).json
  const [first] = Array.isArray(grants) ? grants : []
  const ends = isJsonObject(first) ? Date.parse(textOf(first['expires_at'])) : Number.NaN
  return Math.round((ends - Date.now()) / 3_600_000)
}

const PIE = 'I like pie'
const MEMORY = { 'memory.enabled': true }
const kept = ({ report }: Taken): Json => [report.memory?.stored.length ?? 0, report.memory?.asked.length ?? 0]
const saving: Row['observe'] = async settings =>
  kept(
    await turn(settings, {
      message: `${PIE}. Read the file notes.md.`,
      replies: [says('memory_save', { text: PIE, span: PIE, sensitivity: 'low' }), 'Noted.', 'Noted.'],
    }),
  )
const recalled: Row['observe'] = settings =>
  inAssembly(settings, { replies: Array.from({ length: 9 }, () => 'Well.') }, async one => {
    for (const what of ['red', 'old', 'high'])
      await takeTurn(one, { message: `Remember that the lamp of the tower is ${what}.` })
    await takeTurn(one, { message: 'What is the lamp of the tower like?' })
    const prompt = JSON.stringify(one.model.requests.at(-1)?.messages)
    return ['red', 'old', 'high'].filter(what => prompt.includes(`lamp of the tower is ${what}`)).length
  })

const answered =
  (pick: (taken: Taken) => Json): Row['observe'] =>
  async settings =>
    pick(await turn(settings, { replies: [readNotes, 'It burns.', 'It burns.', 'It burns.'] }))

export const JUDGE_ROWS: readonly Row[] = [
  ...rowsAt('assemble().turn', [
    ['tools.guard.enabled', true, [[], BLOCKED], refusedIn(writing('DENY: no', 'Done.'))],
    ['tools.guard.provider', scriptFile('ALLOW'), [BLOCKED, []], refusedIn(writing('DENY: no', 'Done.')), GUARD],
    ['tools.guard.timeout_ms', 50, [[], BLOCKED], settings => refusedIn(judgedBy(late()))(settings), GUARD],
    [
      'tools.guard.max_argument_chars',
      20,
      [[], ['confirmation_required']],
      settings => refusedIn(judgedBy(allows()))(settings),
      GUARD,
    ],
    [
      'tools.adversarial_policy.enabled',
      true,
      [[], BLOCKED],
      refusedIn(writing('DENY: no', 'Done.')),
      { 'tools.adversarial_policy.policies': ['Never write.'] },
    ],
    [
      'tools.adversarial_policy.policies',
      ['Never write.'],
      [[], BLOCKED],
      refusedIn(writing('DENY: no', 'Done.')),
      { 'tools.adversarial_policy.enabled': true },
    ],
    [
      'tools.adversarial_policy.provider',
      scriptFile('ALLOW'),
      [BLOCKED, []],
      refusedIn(writing('DENY: no', 'Done.')),
      POLICY,
    ],
    [
      'tools.adversarial_policy.exempt_tools',
      ['file_write'],
      [BLOCKED, []],
      refusedIn(writing('DENY: no', 'Done.')),
      POLICY,
    ],
    [
      'tools.adversarial_policy.fail_open',
      true,
      [BLOCKED, []],
      settings => refusedIn(judgedBy(fails()))(settings),
      POLICY,
    ],
    [
      'tools.adversarial_policy.timeout_ms',
      50,
      [[], BLOCKED],
      settings => refusedIn(judgedBy(late()))(settings),
      POLICY,
    ],
    [
      'tools.adversarial_policy.max_argument_chars',
      20,
      [[], ['confirmation_required']],
      settings => refusedIn(judgedBy(allows()))(settings),
      POLICY,
    ],
    ['tools.utility.enabled', true, [[], LOW], reading, { 'tools.utility.threshold': 0.9 }],
    ['tools.utility.threshold', 0.9, [[], LOW], reading, ON],
    ['tools.utility.exempt_tools', ['file_read'], [LOW, []], reading, HIGH],
    ['tools.utility.gain', 1, [LOW, []], reading, HIGH],
    ['tools.utility.gain_weight', 2, [LOW, []], reading, HIGH],
    ['tools.utility.exploration_weight', 1, [LOW, []], reading, HIGH],
    ['tools.utility.redundancy_weight', 1, [[], LOW], again, { ...ON, 'tools.utility.threshold': 0.2 }],
    ['tools.utility.cost_weight', 2, [[], LOW], costly, { ...ON, 'tools.utility.threshold': 0.2 }],
    ['permissions.grant_secs', 60, [300, 60], granted],
    ['permissions.capability_secs', { FileAccess: 20 }, [300, 20], granted],
    [
      'memory.enabled',
      true,
      [false, true],
      settings => inAssembly(settings, {}, async ({ catalog }) => catalog.get('memory_save') !== undefined),
    ],
    [
      'memory.consent',
      'strict',
      [
        [1, 0],
        [0, 1],
      ],
      saving,
      MEMORY,
    ],
    [
      'memory.ask_always',
      true,
      [
        [1, 0],
        [0, 1],
      ],
      saving,
      MEMORY,
    ],
    ['memory.recall_limit', 1, [3, 1], recalled, MEMORY],
    ['evidence.check', false, [true, false], answered(({ report }) => report.evidence !== null)],
    ['evidence.require', 'always', [null, 'evidence_failed'], answered(({ code }) => code)],
  ]),
  ...rowsAt('assemble().call', [['permissions.approval_secs', 30, [600, 30], requested]]),
  ...rowsAt('POST /api/ai/chat, GET /api/grants', [['permissions.session_hours', 1, [12, 1], opened]]),
]
