import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/slow-first.ts'

const isSoak = process.env['COUNTERSIGN_SOAK'] === '1'
const EXCLUDED = isSoak ? ['**/node_modules/**'] : ['**/node_modules/**', '**/*.soak.test.ts']

/** Rooms that touch no file, process or network: their tests can share one module cache. */
const PURE = ['core', 'protocol', 'catalog', 'policy', 'gates'].map(room => `src/${room}/**/*.test.ts`)

export default defineConfig({
  test: {
    setupFiles: ['test/seed-properties.ts'],
    testTimeout: isSoak ? 30 * 60_000 : 60_000, // a loaded machine is no fault; tests say themselves what must be quick
    hookTimeout: 60_000,
    maxWorkers: 2, // even of two cores, one would be left idle
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: PURE,
          exclude: EXCLUDED,
          isolate: false,
          pool: 'threads',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['{src,test,bench,examples,web}/**/*.test.{ts,tsx}'],
          exclude: [...EXCLUDED, ...PURE],
          globalSetup: ['test/program-folder.ts'],
          sequence: { groupOrder: 1, sequencer: SlowFirst },
        },
      },
    ],
  },
})
