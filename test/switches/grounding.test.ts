import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { startTestServer } from '../http-server.ts'
import { workFolder } from '../work-folder.ts'
import { logOf, readNotes, says, turn } from './entries.ts'

const watching = (model: string): JsonObject => ({
  'agent.hallucination_detection': true,
  'agent.reasoning_models': [model],
})
const WATCHED = watching('script*')
const madeUp = says('file_read', { path: 'nowhere/made-up.md' })
const NOTED = '"HallucinationSuspect":"path nowhere/made-up.md"'

/** What the records say of suspects, after one call of a model and its answer. */
async function suspects(settings: JsonObject, call: string, message?: string): Promise<readonly unknown[]> {
  const { ran, log, code } = await turn(settings, {
    replies: [call, 'Done.'],
    ...(message !== undefined && { message }),
  })
  return [ran, code, /"HallucinationSuspect":"([^"]*)"/.exec(log)?.[1]]
}

describe('what a model may have made up, through assemble().turn', () => {
  test('[HALL-01] is noted only where the switch is on and the configuration names the model', async () => {
    const off = { ...WATCHED, 'agent.hallucination_detection': false }
    expect(await suspects(off, madeUp)).toEqual([['file_read'], null, undefined])
    expect(await suspects({ 'agent.hallucination_detection': true }, madeUp)).toEqual([['file_read'], null, undefined])
    expect(await suspects(watching('o3'), madeUp)).toEqual([['file_read'], null, undefined])
    expect(await suspects(WATCHED, madeUp)).toEqual([['file_read'], null, 'path nowhere/made-up.md'])
  })

  test('[HALL-02] is a path that is not there and that nobody spoke of', async () => {
    expect(await suspects(WATCHED, readNotes)).toEqual([['file_read'], null, undefined])
    expect(await suspects(WATCHED, madeUp, 'Read nowhere/made-up.md, please.')).toEqual([
      ['file_read'],
      null,
      undefined,
    ])
    expect(await suspects(WATCHED, madeUp, 'Read the file notes.md.')).toEqual([
      ['file_read'],
      null,
      'path nowhere/made-up.md',
    ])
  })

  test('[HALL-03] is a name that stands nowhere in what was said', async () => {
    const search = says('file_search', { query: 'Zelda Quimby' })
    const asked = 'Search the files for the lamp.'
    expect(await suspects(WATCHED, search, asked)).toEqual([['file_search'], null, 'name Zelda Quimby'])
    expect(await suspects(WATCHED, search, `${asked} Zelda Quimby lit it.`)).toEqual([['file_search'], null, undefined])
  })
})

describe('[HALL-04] it is noted and the call runs', () => {
  test('by the command ask', async () => {
    const folder = workFolder()
    const script = join(folder.state, '..', 'replies.jsonl')
    writeFileSync(script, [madeUp, 'There is none.'].map(reply => JSON.stringify(reply)).join('\n'))
    folder.write('../home/.config/countersign/countersign.toml', '[agent]\nhallucination_detection = true\n')
    const asked = ['ask', 'Read the file notes.md.', '--model', `scripted:${script}`, '--allow', 'FileAccess']
    expect((await folder.run(...asked)).out).toContain('There is none.')
    expect(logOf(folder)).not.toContain('HallucinationSuspect')
    folder.write(
      '../home/.config/countersign/countersign.toml',
      '[agent]\nhallucination_detection = true\nreasoning_models = ["scripted:*"]\n',
    )
    expect((await folder.run(...asked)).out).toContain('There is none.')
    expect(logOf(folder)).toContain(NOTED)
  })

  test('by the console', async () => {
    const models = { 'ollama:deepseek-r1:8b': scripted([madeUp, 'There is none.'], { id: 'ollama:deepseek-r1:8b' }) }
    const { api, root, state } = await startTestServer({ models, settings: watching('ollama:deepseek-r1*') })
    const request = { message: 'Read the file notes.md.', session_id: 'sess_h', wait: true }
    const asked = await api('POST', '/api/ai/chat', request)
    expect(asked.json).toMatchObject({ text: expect.stringContaining('There is none.'), stopped: null })
    expect(logOf({ root, state })).toContain(NOTED)
  })
})
