// What becomes of replies that the readers were not made for, by the readers as they stand in this checkout:
//   npx tsx bench/clients/unseen/run.ts FILE… [--client NAME|all] [--every N] [--say]
// Run in a checkout from before the readers were mended, with the files of today, it prints what became of them at first sight.
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { CLIENTS, type Client, type Ran } from '../clients.ts'
import { serveEndpoint } from '../serve-endpoint.ts'
import { type UnseenReply, readBatch } from './batch.ts'
import { UNSEEN_TOOLS } from './tools.ts'
import { type Cut, startUnseenUpstream } from './upstream.ts'

console.warn = () => undefined // one client complains about replies that it cannot read, and that is what is counted here

const OUTCOMES = [
  'right',
  'right once asked again',
  'lost',
  'wrong arguments',
  'run though only spoken of',
  'not as often as meant',
] as const
type Outcome = (typeof OUTCOMES)[number]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    client: { type: 'string', default: 'openai' },
    every: { type: 'string', default: '1' },
    say: { type: 'boolean', default: false },
  },
})
const replies = positionals.flatMap(file => readBatch(file)).filter((_, index) => index % Number(values.every) === 0)
const clients = CLIENTS.filter(({ name }) => values.client === 'all' || name === values.client)

const upstream = await startUnseenUpstream(replies)
const endpoint = await serveEndpoint({ specs: replies.map(({ id }) => `${upstream.url}#${id}`) })

function judge({ meant }: UnseenReply, { calls, names }: Ran, requests: number): Outcome {
  const ran = names.map((name, index) => ({ name, args: calls[index] }))
  if (isDeepStrictEqual(ran, meant)) return requests > (meant.length === 0 ? 1 : 2) ? 'right once asked again' : 'right'
  if (meant.length === 0) return 'run though only spoken of'
  if (ran.length < meant.length) return 'lost'
  return ran.length > meant.length ? 'not as often as meant' : 'wrong arguments'
}

type Way = { readonly words: string; readonly stream: boolean; readonly cut: Cut }
const WAYS: readonly Way[] = [
  { words: 'whole', stream: false, cut: 'letters' },
  { words: 'stream', stream: true, cut: 'letters' },
  { words: 'stream cut in bytes', stream: true, cut: 'bytes' },
]

async function outcomeOf(client: Client, reply: UnseenReply, way: Way): Promise<Outcome> {
  upstream.cut = way.cut
  upstream.asked.delete(reply.id)
  const place = { baseURL: endpoint.url, apiKey: 'none', model: `${upstream.url}#${reply.id}`, stream: way.stream }
  const ran = await client.run(place, { question: reply.question, tools: UNSEEN_TOOLS })
  const outcome = judge(reply, ran, upstream.asked.get(reply.id) ?? 0)
  if (values.say && outcome !== 'right') {
    console.log(
      `${outcome} · ${reply.id} · ${way.words} · ${JSON.stringify(ran.names)} ${JSON.stringify(ran.calls)} ${ran.error}`,
    )
  }
  return outcome
}

const RANK: Readonly<Record<Outcome, number>> = {
  right: 0,
  'right once asked again': 1,
  lost: 2,
  'not as often as meant': 3,
  'wrong arguments': 4,
  'run though only spoken of': 5,
}

/** A reply counts as its worst way, so that none is read only as long as it comes in one piece. */
async function countFor(client: Client): Promise<void> {
  const counts = { calls: new Map<Outcome, number>(), spoken: new Map<Outcome, number>() }
  for (const reply of replies) {
    const outcomes: Outcome[] = []
    for (const way of WAYS) outcomes.push(await outcomeOf(client, reply, way))
    const worst = outcomes.reduce((one, other) => (RANK[other] > RANK[one] ? other : one))
    const count = reply.meant.length > 0 ? counts.calls : counts.spoken
    count.set(worst, (count.get(worst) ?? 0) + 1)
  }
  for (const [words, count] of [
    ['replies that call', counts.calls],
    ['replies that only speak of a call', counts.spoken],
  ] as const) {
    const all = [...count.values()].reduce((sum, value) => sum + value, 0)
    console.log(
      `${client.name} · ${all} ${words}: ${OUTCOMES.flatMap(name => (count.has(name) ? `${count.get(name)} ${name}` : [])).join(', ')}`,
    )
  }
}

for (const client of clients) await countFor(client)
await endpoint.close()
await upstream.close()
