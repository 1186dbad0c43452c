import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../../core/index.ts'
import { type PageOrder, type ReadPage, readPage } from './read-page.ts'

export type WorkerAnswer =
  | { readonly kind: 'page'; readonly page: ReadPage }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly message: string }

/** Runs in a thread of its own, which may be stopped at any time. */
async function answer(order: PageOrder): Promise<WorkerAnswer> {
  try {
    return { kind: 'page', page: await readPage(order) }
  } catch (thrown) {
    const isMissing = thrown instanceof Error && Reflect.get(thrown, 'code') === 'ERR_MODULE_NOT_FOUND'
    return isMissing ? { kind: 'missing' } : { kind: 'failed', message: messageOf(thrown) }
  }
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the file beside this one starts it
const order = workerData as PageOrder
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
parentPort?.postMessage(await answer(order))
