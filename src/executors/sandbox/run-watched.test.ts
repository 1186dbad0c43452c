import { expect, test } from 'vitest'
import { runWatched } from './run-watched.ts'

test('a program that cannot even be started is a fault, and nothing is thrown', async () => {
  const limits = {
    processes: 4,
    memoryBytes: 1e9,
    fileBytes: 1e6,
    diskBytes: 1e9,
    files: 100_000,
    timeoutMs: 5_000,
    keptBytes: 1_000,
  }
  const work = {
    environment: {},
    folder: '/',
    limits,
    signal: new AbortController().signal,
    given: [],
    usageRoot: undefined,
  }
  for (const [program, words] of [
    ['/bin/echo', ['x'.repeat(300_000)]],
    ['/bin/no-such-program', []],
  ] as const) {
    const end = await runWatched({ ...work, program, arguments: words })
    expect([program, end.ok ? end.value.exitCode !== 0 : end.error.code]).toEqual([
      program,
      end.ok ? true : 'sandbox_unavailable',
    ])
  }
})
