import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/slow-first.ts'

const soak = process.env['COUNTERSIGN_SOAK'] === '1'

export default defineConfig({
  test: {
    include: ['{src,test,bench,examples,web}/**/*.test.{ts,tsx}'],
    exclude: soak ? ['**/node_modules/**'] : ['**/node_modules/**', '**/*.soak.test.ts'],
    // Scripted answers prove nothing; the scenes about evidence ask for the line themselves.
    env: { COUNTERSIGN_EVIDENCE_REQUIRE: 'never' },
    globalSetup: ['test/program-folder.ts'],
    sequence: { sequencer: SlowFirst },
    setupFiles: ['test/seed-properties.ts'],
    testTimeout: soak ? 30 * 60_000 : 60_000, // a loaded machine is no fault; tests say themselves what must be quick
    hookTimeout: 60_000,
    retry: process.env['CI'] === 'true' ? 1 : 0, // a busy machine may fail once; the closing lines name whatever needed it
    maxWorkers: 2, // even of two cores, one would be left idle
  },
})
