import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runs } from '../soak-scale.ts'
import { FRESH, STATES } from './crash-states.ts'
import { type World, createWorld } from './world.ts'

const WRITER = fileURLToPath(new URL('crash-writer.ts', import.meta.url))
const SEED = 20_250_101

async function writeUntilKilled({ root }: World, lifetimeMs: number): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, root], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  await setTimeout(lifetimeMs)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => statSync(join(folder, path)).isFile())

test(
  'a writer that is killed leaves the old file or the new one, never a torn one',
  { timeout: 3_600_000 },
  async () => {
    const world = createWorld()
    world.put('book/chapter.md', STATES[0])
    let state = SEED
    let written = 0
    for (let round = 0; round < runs(6, 300); round++) {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      await writeUntilKilled(world, 5 + (state % 100))
      expect(STATES.includes(world.get('book/chapter.md'))).toBe(true)
      const all = filesBelow(join(world.root, 'book'))
      const fresh = all.filter(path => /new-\d+\.md$/.test(path))
      for (const path of fresh) expect(readFileSync(join(world.root, 'book', path), 'utf8')).toBe(FRESH)
      written += fresh.length
      const seen = await world.call('file_list', { depth: 9 })
      expect(seen.ok && seen.value.text).not.toContain('.tmp')
    }
    expect(written).toBeGreaterThan(0)
  },
)
