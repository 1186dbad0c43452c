import type { ModelChunk } from '../../core/index.ts'
import type { Connection } from './connection.ts'
import { createPatience, pauseFor } from './patience.ts'
import { type OpenReply, type Post, openReply } from './open-reply.ts'
import { type RequestPart, type Trouble, cancelled } from './trouble.ts'

export type Asking = {
  readonly connection: Connection
  readonly signal: AbortSignal
  /** Made anew for every attempt, since the server may have taught something. */
  readonly post: () => Post
  /** The server blames a part of the request. True: it was left out, so the next attempt differs. */
  readonly learn: (part: RequestPart) => Promise<boolean>
}

/** A reply, with passing troubles tried again as long as nothing of it was delivered. Always ends with one `end`. */
export async function* replyWithRetries(asking: Asking): AsyncGenerator<ModelChunk> {
  const { connection, signal, post, learn } = asking
  const patience = createPatience(connection)
  for (;;) {
    if (signal.aborted) {
      yield { kind: 'end', fault: cancelled() }
      return
    }
    let failure: Trouble | undefined
    let delivered = false
    const reply: OpenReply = openReply(post(), connection, signal)
    try {
      while (!reply.isOver())
        for (const step of await reply.next()) {
          if (step.kind === 'trouble') failure = step
          else {
            delivered = true
            yield step
          }
        }
    } finally {
      reply.close()
    }
    if (!failure) return
    const pause = delivered ? undefined : await pauseBefore(failure, { patience, learn })
    if (pause === undefined) {
      yield { kind: 'end', fault: signal.aborted ? cancelled() : failure.fault }
      return
    }
    await pauseFor(pause, signal)
  }
}

type Reaction = { readonly patience: (trouble: Trouble) => number | undefined; readonly learn: Asking['learn'] }

async function pauseBefore(failure: Trouble, { patience, learn }: Reaction): Promise<number | undefined> {
  if (failure.blames && (await learn(failure.blames))) return 0
  return patience(failure)
}
