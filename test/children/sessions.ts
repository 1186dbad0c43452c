// A process that talks or takes turns, for tests of several at once: sessions.ts VERB PATH NAME [NUMBER]
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/core/index.ts'
import { createSessionStore, createTurnGate } from '../../src/session/index.ts'
import { openSqliteStore } from '../../src/storage/index.ts'

const [verb = '', path = '', name = '', number = '0'] = process.argv.slice(2)
const say = (text: string): boolean => process.stdout.write(`${text}\n`)
const store = await openSqliteStore({ path, clock: systemClock })
const never = new AbortController().signal

const VERBS: Readonly<Record<string, () => Promise<void>>> = {
  /** So many turns of two messages. */
  async remember() {
    const sessions = createSessionStore({ store, clock: systemClock })
    for (let n = 0; n < Number(number); n++) {
      const turn = `${name}-${n}`
      const messages = [
        { role: 'user', turn, text: `${name}${n}` },
        { role: 'assistant', turn, text: 'yes' },
      ] as const
      const kept = await sessions.remember('s', messages, { model: 'm', agent: 'a' })
      if (!kept.ok) throw new Error(kept.error.message)
    }
  },

  /** Takes its turn and keeps it until it is killed; a lease lasts NUMBER milliseconds. */
  async hold() {
    const gate = createTurnGate({ store, clock: systemClock, leaseMs: Number(number) })
    const lease = await gate.enter('agent', { signal: never, who: name })
    if (!lease.ok) throw new Error(lease.error.message)
    lease.value.lost.addEventListener('abort', () => say('lost'))
    say('inside')
    await sleep(600_000)
  },

  /** So many turns, each written down when it begins and ends. */
  async turns() {
    const gate = createTurnGate({ store, clock: systemClock })
    for (let n = 0; n < Number(number); n++) {
      const lease = await gate.enter('agent', { signal: never, who: name })
      if (!lease.ok) throw new Error(lease.error.message)
      appendFileSync(`${path}.log`, `in ${name} ${n}\n`)
      await sleep(Math.random() * 5)
      appendFileSync(`${path}.log`, `out ${name} ${n}\n`)
      await lease.value.leave()
    }
  },
}

say('ready')
await once(process.stdin, 'data')
await VERBS[verb]?.()
await store.close()
process.stdin.destroy()
