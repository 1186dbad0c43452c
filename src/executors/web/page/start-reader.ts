import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { type Result, fail, succeed } from '../../../core/index.ts'
import type { WorkerAnswer } from './page-worker.ts'
import type { PageOrder, ReadPage } from './read-page.ts'

export type ReaderLimits = { readonly timeoutMs: number; readonly memoryMib: number; readonly signal: AbortSignal }

/** Parses a page in a thread with little memory and time and an empty environment; the thread ends with it. */
export async function startReader(order: PageOrder, limits: ReaderLimits): Promise<Result<ReadPage>> {
  const worker = newWorker({
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMib, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    env: {},
    stdout: true,
    stderr: true,
    execArgv: [],
  })
  try {
    return await answerOf(worker, limits)
  } finally {
    await worker.terminate()
  }
}

const isSource = import.meta.url.endsWith('.ts')

/** Built, the worker stands in a folder beside the chunks. From source, tsx must be registered first. */
function newWorker(options: WorkerOptions): Worker {
  if (!isSource) return new Worker(new URL('../workers/page-worker.js', import.meta.url), options)
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))
  const reader = new URL('dist/esm/api/index.mjs', tsx)
  const place = new URL('./page-worker.ts', import.meta.url)
  const code = `import('${reader.href}').then(({ register }) => { register(); return import('${place.href}') })`
  return new Worker(code, { ...options, eval: true })
}

const MISSING =
  'Pages are made readable by the packages @mozilla/readability, linkedom and turndown, and at least one of them ' +
  'is not installed. Run: npm install @mozilla/readability linkedom@0.18.12 turndown'

function answerOf(worker: Worker, { timeoutMs, signal }: ReaderLimits): Promise<Result<ReadPage>> {
  return new Promise(resolve => {
    const end = (result: Result<ReadPage>): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stopped)
      resolve(result)
    }
    const stopped = (): void => end(fail('tool_cancelled', 'The call was stopped while the page was read.'))
    const timer = setTimeout(() => end(tooMuch('time')), timeoutMs)
    signal.addEventListener('abort', stopped, { once: true })
    if (signal.aborted) stopped()
    worker.once('message', (answer: WorkerAnswer) => end(resultOf(answer)))
    worker.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('memory') : unreadable(error.message)),
    )
    worker.once('exit', () => end(unreadable('its reader ended')))
  })
}

const tooMuch = (what: string): Result<never> =>
  fail('web_failed', `Reading the page took more ${what} than a page is given.`)
const unreadable = (because: string): Result<never> => fail('web_failed', `The page could not be read: ${because}`)

function resultOf(answer: WorkerAnswer): Result<ReadPage> {
  if (answer.kind === 'page') return succeed(answer.page)
  return answer.kind === 'missing' ? fail('web_failed', MISSING) : unreadable(answer.message)
}
