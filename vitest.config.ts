import { defineConfig } from 'vitest/config'

const soak = process.env['COUNTERSIGN_SOAK'] === '1'

export default defineConfig({
  test: {
    include: ['{src,test,bench,examples,web}/**/*.test.{ts,tsx}'],
    exclude: soak ? ['**/node_modules/**'] : ['**/node_modules/**', '**/*.soak.test.ts'],
    setupFiles: ['test/seed-properties.ts'],
    testTimeout: soak ? 30 * 60_000 : 20_000,
    hookTimeout: 60_000,
  },
})
