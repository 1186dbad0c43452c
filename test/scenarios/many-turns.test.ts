import { describe, expect, onTestFinished, test } from 'vitest'
import { type TurnEvent, isJsonObject, textOf } from '../../src/core/index.ts'
import { receiptIn, verifyAll } from '../../src/ledger/index.ts'
import { type OwnTool, type TurnReport, runTurn } from '../../src/runtime/index.ts'
import { runChild } from '../children/run-child.ts'
import { openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import { type Received, type ServerReply, mustOpenOn, startOpenAi } from '../servers/index.ts'
import { runs } from '../soak-scale.ts'
import { entriesOf } from './play.ts'

const TURNS = runs(60, 200)
const PER_SESSION = 2

const echo: OwnTool = {
  name: 'echo_number',
  description: 'Says a number again.',
  input: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
  risk: 'read',
  capability: 'FileAccess',
  async execute({ number }) {
    await new Promise(resolve => setTimeout(resolve, Math.random() * 5))
    return `this was ${textOf(number)}`
  },
}

const messageOf = (number: number): string => `Read the file for number n${number}.`
const answerTo = (number: string): string => `It was ${number}, and no other.`

/** Behind one server all turns meet: each is answered by what its own last message says. */
function replyTo({ body }: Received): ServerReply {
  const messages = Array.isArray(body['messages']) ? body['messages'].filter(isJsonObject) : []
  const asked = messages.findLast(({ role }) => role === 'user')
  const number = /number (n\d+)\./.exec(textOf(asked?.['content']))?.[1] ?? 'nobody'
  return messages.at(-1)?.['role'] === 'tool'
    ? answerTo(number)
    : { calls: [{ name: echo.name, arguments: { number } }] }
}

type Played = { readonly number: string; readonly report: TurnReport; readonly events: readonly TurnEvent[] }

describe(`${TURNS} turns at once in one process`, () => {
  test('lose no event and mix none: each has its own ids, numbers, text, call and receipt, and all receipts verify', async () => {
    const server = await startOpenAi({ replies: replyTo })
    const model = await mustOpenOn('openai:gpt-5-mini', server.url)
    const everything: TurnEvent[] = []
    const runtime = await openTestRuntime({ tools: [echo], eventReaders: [event => void everything.push(event)] })
    const { signal } = new AbortController() // one that would end them all
    const warned: string[] = []
    const hear = ({ message }: Error): void => void warned.push(message)
    process.on('warning', hear)
    onTestFinished(() => void process.off('warning', hear))
    const play = async (index: number): Promise<Played> => {
      const events: TurnEvent[] = []
      const session = `session_${Math.floor(index / PER_SESSION)}`
      const request = { message: messageOf(index), model, session, signal, allow: ['FileAccess' as const] }
      const report = await runTurn({ ...request, onEvent: event => void events.push(event) }, runtime)
      return { number: `n${index}`, report, events }
    }
    const played = await Promise.all(Array.from({ length: TURNS }, (_, index) => play(index)))
    await server.close()
    expect(warned).toEqual([])

    for (const { number, report, events } of played) checkTurn(number, report, events)
    const ids = played.map(({ report }) => report.turn)
    expect(new Set(ids).size).toBe(TURNS)
    for (const { report, events } of played)
      expect(everything.filter(({ turn_id }) => turn_id === report.turn)).toEqual(events)
    expect(everything).toHaveLength(played.reduce((sum, { events }) => sum + events.length, 0))

    const recorded = new Map(
      entriesOf(runtime).flatMap(entry => (receiptIn(entry) ? [[receiptIn(entry)?.receipt_id, receiptIn(entry)]] : [])),
    )
    expect(recorded.size).toBe(TURNS)
    for (const { number, report } of played)
      expect(recorded.get(report.receipts[0])).toMatchObject({
        session_id: report.session,
        turn_id: report.turn,
        inputs: { number },
      })
    expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])

    for (const { number, report } of played) {
      const own = (await runtime.sessions.load(report.session)).messages.filter(({ turn }) => turn === report.turn)
      expect(own.map(({ role, text }) => [role, text])).toEqual([
        ['user', messageOf(Number(number.slice(1)))],
        ['call', `this was ${number}`],
        ['assistant', answerTo(number)],
      ])
    }
  })

  const ROUNDS = 10
  const EACH = runs(40, 200)
  // The index of the log and the engine keep a few pages and compiled functions more after each round; a turn that stays is 10 KB and more.
  const MARGIN = 0.1

  test(`memory stays flat: after ${ROUNDS} rounds as much as after two`, { timeout: 15 * 60_000 }, async () => {
    const { root, state } = testWorkspace()
    const environment = { NODE_OPTIONS: '--expose-gc' }
    const child = runChild('many-turns.ts', { args: [root, state, String(EACH), String(ROUNDS)], environment })
    expect(await child.ended).toEqual({ code: 0, signal: null })
    const bytes = [...child.printed().matchAll(/^round \d+ (\d+)$/gm)].map(([, count]) => Number(count))
    expect(bytes).toHaveLength(ROUNDS)
    expect((bytes.at(-1) ?? 0) / (bytes[1] ?? 1)).toBeLessThan(1 + MARGIN)
  })
})

function checkTurn(number: string, report: TurnReport, events: readonly TurnEvent[]): void {
  expect(report).toMatchObject({ text: answerTo(number), stopped: null, receipts: [expect.stringMatching(/^rcpt_/)] })
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1))
  for (const { turn_id, session_id } of events) expect([turn_id, session_id]).toEqual([report.turn, report.session])
  expect(events[0]).toMatchObject({ type: 'turn.started', message: messageOf(Number(number.slice(1))) })
  expect(events.at(-1)).toMatchObject({ type: 'turn.completed', text: answerTo(number) })
  expect(events.flatMap(event => (event.type === 'tool.started' ? [event.args] : []))).toEqual([{ number }])
  expect(events.flatMap(event => (event.type === 'tool.completed' ? [event.text] : []))).toEqual([`this was ${number}`])
  expect(events.flatMap(event => (event.type === 'receipt.minted' ? [event.receipt_id] : []))).toEqual(report.receipts)
}
