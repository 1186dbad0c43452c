// Tools as the AI SDK takes them: guard them once and hand them to generateText as before. Run: node --import tsx examples/library/guard-your-tools.ts
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guard } from 'countersign'
import { z } from 'zod'

const inputSchema = z.object({ city: z.string() })
const mine = {
  weather: {
    description: 'The weather.',
    inputSchema,
    execute: async ({ city }: { city: string }) => ({ city, degrees: 21 }),
  },
  alarm: {
    description: 'Wakes a city.',
    inputSchema,
    execute: async ({ city }: { city: string }) => `${city} is awake`,
  },
}
const workspace = mkdtempSync(join(tmpdir(), 'countersign-example-'))
const rights = {
  capability: { weather: 'BrowserControl' },
  allow: ['BrowserControl'],
  risk: { weather: 'read' },
} as const
const tools = guard(mine, { workspace, state: `${workspace}-state`, ...rights })

console.log(JSON.stringify(await tools.weather.execute({ city: 'Oslo' }))) // {"city":"Oslo","degrees":21}
console.log((await tools.alarm.execute({ city: 'Oslo' })).split('. ')[0]) // permission_denied: Permission denied: no active token for SystemExecute
await guard.close(tools)
