import { type GotCall, matchesExpected } from '../../src/surfaces/cli/replay/matches-expected.ts'
import type { Row } from '../corpus.ts'

/** How the rows of one kind were read. A wrong call is one that would have run although a right reading existed. */
export class Score {
  expecting = 0
  correct = 0
  recoverable = 0
  correctRecoverable = 0
  wrong = 0
  silent = 0
  falseCalls = 0

  add(row: Row, calls: readonly GotCall[]): void {
    if (row.expected.length === 0) {
      this.silent++
      if (calls.length > 0) this.falseCalls++
      return
    }
    const isCorrect = matchesExpected(calls, row.expected)
    this.expecting++
    if (isCorrect) this.correct++
    if (!row.recoverable) return
    this.recoverable++
    if (isCorrect) this.correctRecoverable++
    else if (calls.length > 0) this.wrong++
  }
}

/** One score for each value of a label. */
export class ScoresBy {
  readonly scores: Map<string, Score> = new Map()

  add(label: string, row: Row, calls: readonly GotCall[]): void {
    const score = this.scores.get(label) ?? new Score()
    this.scores.set(label, score)
    score.add(row, calls)
  }
}
