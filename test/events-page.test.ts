import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TurnEvent } from '../src/core/index.ts'
import { pipelineLog } from '../src/runtime/index.ts'
import { stageOf } from './event-stage.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Each member of the union in the source: its types, and the fields that they share. */
function eventsInSource(): ReadonlyMap<string, readonly string[]> {
  const source = read('src/core/turn-event.ts').replaceAll(/\/\*\*.*?\*\//gs, '')
  const union = /export type Stage =(.*?)\n\n/s.exec(source)?.[1] ?? ''
  const report = /export type EvidenceReport = \{(.*?)\n\}/s.exec(read('src/core/evidence.ts'))?.[1] ?? ''
  const members = union.split(/^ {2}\| /m).slice(1)
  return new Map(
    members.flatMap(member => {
      const own = member.replace(/^\(?\{/, '').replace(/\} & EvidenceReport\)/, () => report)
      const outer = own.replaceAll(/\{[^{}]*\}/g, '')
      const fields = [...outer.matchAll(/readonly (\w+)\??:/g)]
        .map(match => match[1] ?? '')
        .filter(field => field !== 'type')
      const types = /readonly type: ([^;\n]+)/.exec(outer)?.[1] ?? ''
      return [...types.matchAll(/'([^']+)'/g)].map(match => [match[1] ?? '', fields] as const)
    }),
  )
}

type Row = {
  readonly event: string
  readonly fields: readonly string[]
  readonly stage: string
  readonly logged: string
}

function rowsOfPage(): readonly Row[] {
  const lines = read('docs/events.md').split('\n')
  const from = lines.findIndex(line => line.startsWith('| event | its fields |'))
  const table = lines.slice(from + 2)
  return table.slice(0, table.indexOf('')).map(line => {
    const [, event = '', fields = '', stage = '', logged = ''] = line.split('|').map(cell => cell.trim())
    return { event: event.replaceAll('`', ''), fields: fields.replaceAll('`', '').split(' '), stage, logged }
  })
}

/** What the pipeline log calls an event of this type. */
function loggedAs(type: string): string {
  const names: string[] = []
  const fields = { output: {}, allowed: [], forbidden: [], permissions: [], findings: [], hook: 'cleanup', did: {} }
  pipelineLog(line => void names.push(line.event))({ type, ...fields } as unknown as TurnEvent)
  return names.join()
}

test('docs/events.md lists exactly the events of the source, each with its fields, its stage and its name in the pipeline log', () => {
  const source = eventsInSource()
  const rows = rowsOfPage()
  expect(source.size).toBeGreaterThan(20)
  expect(Object.fromEntries(rows.map(({ event, fields }) => [event, fields]))).toEqual(Object.fromEntries(source))
  for (const { event, stage, logged } of rows) {
    expect([event, stage]).toEqual([event, stageOf({ type: event as TurnEvent['type'] })])
    const name = loggedAs(event)
    expect([event, name === '' ? logged === '' : logged.includes(`\`${name}\``)]).toEqual([event, true])
  }
})
