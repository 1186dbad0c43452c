import { type How, openOurs } from './ours.ts'
import { type Begin, openAgents, openAiSdk, twoRequests } from './peers.ts'

// One contestant in a process of its own, so that nobody pays for another's memory; run.ts tells it when to make how many turns.

/** Conversations of so many turns, one after the other; or each turn one of its own, all at once. */
export type Round = { readonly turns: number; readonly perConversation: number; readonly atOnce?: boolean }
/** Microseconds and flushes of one turn, and the bytes in use after the round. */
export type Cost = { readonly cpu: number; readonly wall: number; readonly flushes: number; readonly heap: number }

type Contestant = { readonly begin: Begin; readonly flushes?: () => number; readonly end?: () => Promise<void> }

const OPEN: Readonly<Record<string, (url: string) => Promise<Contestant | undefined>>> = {
  ours: url => ours(url, { flush: false, stream: false }),
  'ours, streams': url => ours(url, { flush: false, stream: true }),
  'ours, flushed': url => ours(url, { flush: true, stream: false }),
  generateText: async url => peer(await openAiSdk(url, 'generateText')),
  streamText: async url => peer(await openAiSdk(url, 'streamText')),
  agents: async url => peer(await openAgents(url)),
  'two requests': async url => peer(twoRequests(url)),
}

const peer = (begin: Begin | undefined): Contestant | undefined => begin && { begin }

async function ours(url: string, how: How): Promise<Contestant> {
  const { begin, flushes, check, close } = await openOurs(url, how)
  return {
    begin,
    flushes,
    async end() {
      check()
      await close()
    },
  }
}

const ANSWER = 'The notes say that the lamp burned all night.'
const cpuMicros = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

async function makeTurns(
  { begin, flushes = () => 0 }: Contestant,
  { turns, perConversation, atOnce = false }: Round,
): Promise<Cost> {
  const [cpu, wall, flushed] = [cpuMicros(), performance.now(), flushes()]
  const converse = async (): Promise<void> => {
    const turn = begin()
    for (let index = 0; index < perConversation; index++) {
      const text = await turn()
      if (text !== ANSWER) throw new Error(`a turn ended with: ${text}`)
    }
  }
  const conversations = Array.from({ length: turns / perConversation }, () => converse)
  if (atOnce) await Promise.all(conversations.map(each => each()))
  else for (const each of conversations) await each()
  const cost = {
    cpu: (cpuMicros() - cpu) / turns,
    wall: ((performance.now() - wall) * 1_000) / turns,
    flushes: (flushes() - flushed) / turns,
  }
  // Only where memory is asked for: after it the engine starts small again, and whatever runs next costs about twice as much for a while.
  if (atOnce) globalThis.gc?.()
  return { ...cost, heap: process.memoryUsage().heapUsed }
}

const [name = '', url = ''] = process.argv.slice(2)
const contestant = await OPEN[name]?.(url)
process.on('message', (order: Round | 'end') => void obey(order))
process.send?.(contestant === undefined ? 'absent' : 'ready')

async function obey(order: Round | 'end'): Promise<void> {
  if (contestant && order !== 'end') return void process.send?.(await makeTurns(contestant, order))
  await contestant?.end?.()
  process.disconnect()
}
