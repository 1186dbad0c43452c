import { openWorkspace } from '../../src/workspace/index.ts'
import { FRESH, STATES } from './crash-states.ts'

/** Run by crash.test.ts in a process of its own, until it is killed: writes the two states of a file in turn, and new files beside it. */
const [root = ''] = process.argv.slice(2)
const workspace = openWorkspace({ root, rules: { denyRead: [], allowRead: [] } })
const parent = process.ppid
process.stdout.write('ready\n')
for (let round = 0; process.ppid === parent; round++) {
  workspace.write('book/chapter.md', Buffer.from(STATES[round % 2] ?? ''), { expect: 'any' })
  workspace.write(`book/part-${round % 50}/new-${round}.md`, Buffer.from(FRESH), { expect: 'absent' })
}
