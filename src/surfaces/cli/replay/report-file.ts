import { closeSync, openSync, writeFileSync } from 'node:fs'
import { causeOf } from '../../../core/index.ts'
import { inputFailure } from '../failure.ts'

const FLUSH_AT = 65_536 // characters

/**
 * The report: a line of JSON for each row. A write error stops the replay, because a partial report would look
 * complete.
 */
export class ReportFile {
  readonly #path: string
  readonly #descriptor: number
  #waiting = ''

  constructor(path: string) {
    this.#path = path
    this.#descriptor = this.#attempt(() => openSync(path, 'w'))
  }

  write(line: object): void {
    this.#waiting += `${JSON.stringify(line)}\n`
    if (this.#waiting.length >= FLUSH_AT) this.#flush()
  }

  close(): void {
    try {
      this.#flush()
    } finally {
      closeSync(this.#descriptor)
    }
  }

  #flush(): void {
    const lines = this.#waiting
    this.#waiting = ''
    this.#attempt(() => writeFileSync(this.#descriptor, lines))
  }

  #attempt<T>(step: () => T): T {
    try {
      return step()
    } catch (thrown) {
      throw inputFailure(`Cannot write ${this.#path}: ${causeOf(thrown)}`)
    }
  }
}
