import { openWorkspace } from '../../src/workspace/index.ts'

/** Run by races.test.ts in two processes at once: both create the same files at the same moments, and each says which ones it created. */
const [root = '', start = '', count = ''] = process.argv.slice(2)
const EVERY_MS = 3
const workspace = openWorkspace({ root, rules: { denyRead: [], allowRead: [] } })
const created: number[] = []
for (let index = 0; index < Number(count); index++) {
  while (Date.now() < Number(start) + index * EVERY_MS);
  const written = workspace.write(`${index}.md`, Buffer.from(`${process.pid}\n`), { expect: 'absent' })
  if (written.ok) created.push(index)
}
process.stdout.write(JSON.stringify(created))
