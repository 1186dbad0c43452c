import { nameOf } from '../peers.ts'
import { saveFigures } from '../report.ts'
import { CLIENTS, type Client, missingPackage } from './clients.ts'
import { FAULTS, RESULT, TOOL_NAME, expectedCalls, startFaultyUpstream } from './faulty-upstream.ts'
import { serveEndpoint } from './serve-endpoint.ts'

// Each client with each fault, whole and as a stream, straight to the server and through the endpoint.

console.warn = () => undefined // one client complains about replies that it cannot read, and that is what is counted here

const upstream = await startFaultyUpstream()
const endpoint = await serveEndpoint({ specs: Object.keys(FAULTS).map(fault => `${upstream.url}#${fault}`) })

type Cell = { readonly before: number; readonly after: number; readonly of: number }

/** Every intended call, once, with the right arguments, and its result in the answer; of a reply that only speaks of one, the reply. */
async function isRight(
  client: Client,
  fault: string,
  place: { baseURL: string; model: string; stream: boolean },
): Promise<boolean> {
  const { calls, text } = await client.run({ ...place, apiKey: 'none' })
  const expected = expectedCalls(fault)
  return JSON.stringify(calls) === JSON.stringify(expected) && text.includes(expected.length === 0 ? TOOL_NAME : RESULT)
}

async function measure(client: Client, fault: string): Promise<Cell> {
  const counted = { before: 0, after: 0, of: 0 }
  for (const stream of [false, true]) {
    counted.of += 1
    if (await isRight(client, fault, { baseURL: upstream.url, model: fault, stream })) counted.before += 1
    if (await isRight(client, fault, { baseURL: endpoint.url, model: `${upstream.url}#${fault}`, stream }))
      counted.after += 1
  }
  return counted
}

const present: Client[] = []
for (const client of CLIENTS) {
  const lacks = await missingPackage(client)
  if (lacks === undefined) present.push(client)
  else console.log(`${client.name}: ${lacks} is not available on this machine\n`)
}

const table: Record<string, Record<string, Cell>> = {}
for (const fault of Object.keys(FAULTS)) {
  const row: Record<string, Cell> = {}
  for (const client of present) row[client.name] = await measure(client, fault)
  table[fault] = row
}

const sum = (name: string): Cell => {
  const cells = Object.values(table).flatMap(row => row[name] ?? [])
  const total = (key: keyof Cell): number => cells.reduce((all, cell) => all + cell[key], 0)
  return { before: total('before'), after: total('after'), of: total('of') }
}
const shown = ({ before, after, of }: Cell): string => `${before} → ${after} of ${of}`
const titles = present.map(({ name }) => nameOf(name).replace(/ parsePartialJson$/, ''))

console.log(`| what the server does | ${titles.join(' | ')} |`)
console.log(`|---|${present.map(() => '---').join('|')}|`)
for (const [fault, row] of Object.entries(table))
  console.log(
    `| ${FAULTS[fault]?.words} | ${present.map(({ name }) => shown(row[name] ?? { before: 0, after: 0, of: 0 })).join(' | ')} |`,
  )
console.log(`| **all** | ${present.map(({ name }) => `**${shown(sum(name))}**`).join(' | ')} |\n`)

await endpoint.close()
await upstream.close()
saveFigures(import.meta.dirname, { clients: titles, table })
