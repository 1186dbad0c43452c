import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { assemble } from '../../src/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { testWorkspace } from '../open-test-runtime.ts'

const PERSONAL = ['jane.doe@example.com', 'DE89 3704 0044 0532 0130 00', '4111 1111 1111 1111']
const CALL = '{"type":"tool_call","name":"file_read","args":{"path":"people.md"}}'

test.each([true, false])('[tools] redact_personal = %s: what a model and the records see', async redact => {
  const { root, state } = testWorkspace()
  writeFileSync(join(root, 'people.md'), `Jane: ${PERSONAL.join(', ')}.\n`)
  const model = scripted([CALL, 'Done.'])
  const { turn, close } = assemble({
    tools: [],
    workspace: root,
    state,
    model,
    settings: { 'tools.redact_personal': redact },
  })
  onTestFinished(async () => void (await close()))
  const report = await turn({ message: 'Read people.md.', allow: ['FileAccess'], profile: 'lenient' })
  await close()
  expect([report.stopped, report.receipts.length]).toEqual([null, 1])
  const audit = join(root, '.control-room', 'audit')
  const files = readdirSync(audit, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const records = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n')
  for (const place of [JSON.stringify(model.requests), records])
    for (const each of PERSONAL) expect([each, place.includes(each)]).toEqual([each, !redact])
  expect(readFileSync(join(root, 'people.md'), 'utf8')).toContain(PERSONAL[0])
})
