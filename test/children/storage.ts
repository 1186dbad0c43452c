// A process that uses a store or an index, for tests of several at once: storage.ts VERB PATH [NUMBER]
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageFailure, systemClock } from '../../src/core/index.ts'
import { openLedgerIndex, openSqliteStore } from '../../src/storage/index.ts'

const [verb = '', path = '', count = '0'] = process.argv.slice(2)
const say = (text: string): boolean => process.stdout.write(`${text}\n`)
const openStore = () => openSqliteStore({ path, clock: systemClock })

const VERBS: Readonly<Record<string, () => Promise<void>>> = {
  /** Adds one to the counter, so many times, however often somebody else was faster. */
  async increment() {
    const store = await openStore()
    for (let done = 0; done < Number(count);) {
      const held = await store.get('counters', 'n')
      const next = { n: Number(held?.value['n'] ?? 0) + 1 }
      if (await store.swap('counters', 'n', { expect: held?.version ?? 'absent', next })) done++
    }
    await store.close()
  },

  async append() {
    const store = await openStore()
    for (let n = 1; n <= Number(count); n++) await store.append('stream', [{ n }])
    await store.close()
  },

  async open() {
    await (await openStore()).close()
    ;(await openLedgerIndex({ path })).close()
  },

  /** Takes the section until it is killed, and says when it is in. */
  async hold() {
    const index = await openLedgerIndex({ path })
    await index.exclusively(async held => {
      held.set('half', { done: true })
      say('inside')
      await sleep(600_000)
    })
  },

  /** One section after another: writes down when it goes in and out, and always sets two keys to the same. */
  async sections() {
    const index = await openLedgerIndex({ path })
    for (let n = 0; ; n++) {
      await index.exclusively(async held => {
        appendFileSync(`${path}.log`, `in ${process.pid} ${n}\n`)
        const next = { n: Number(held.get('left')?.['n'] ?? 0) + 1 }
        held.set('left', next)
        await sleep(Math.random() * 3)
        held.set('right', next)
        appendFileSync(`${path}.log`, `out ${process.pid} ${n}\n`)
      })
      say(`done ${n}`)
    }
  },

  /** Appends until nothing more can be written, then says what happened and what can still be read. */
  async fill() {
    const store = await openStore()
    let kept = 0
    try {
      for (;;) kept = await store.append('stream', [{ text: 'x'.repeat(10_000) }])
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure)) throw thrown
      let read = 0
      for await (const _ of store.read('stream', { after: 0 })) read++
      say(JSON.stringify({ kept, read, fault: thrown.fault }))
    }
    await store.close()
  },
}

say('ready')
await once(process.stdin, 'data')
await VERBS[verb]?.()
process.stdin.destroy()
