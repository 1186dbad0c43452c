import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Json, type JsonObject, isJsonObject, parseJsonText, sha256, textOf } from '../../src/core/index.ts'
import { hostileBench } from './bench.ts'
import { looseConfig } from './loose-config.ts'
import { type Stage, TROUBLE, bringEverything } from './stage.ts'
import type { Outcome } from './verb-runner.ts'

const { newClone, usedClone, run } = hostileBench()

const AUDIT = '.control-room/audit'
const LOG = `${AUDIT}/log/000001.jsonl`
const ALLOW_WRITE = ['--allow', 'FileWrite', '--json'] as const
const WRITE = ['call', 'file_write', 'path=fresh.md', 'content=mine'] as const

function jsonIn({ out, err, crash }: Outcome): JsonObject {
  // What the person is told besides stands in lines above it.
  const value = parseJsonText(out === '' ? (err.trimEnd().split('\n').at(-1) ?? '') : out)
  if (!isJsonObject(value)) throw new Error(crash ?? `no JSON: ${out}${err}`)
  return value
}

function codeIn(outcome: Outcome): Json | undefined {
  const { fault, error } = jsonIn(outcome)
  const told = fault ?? error
  return isJsonObject(told) ? told['code'] : undefined
}

describe('the configuration of a cloned folder', () => {
  const ONLY_ON = new Set([
    'tools.shell.transactional',
    'tools.shell.snapshot_required',
    'tools.redact_personal',
    'memory.ask_always',
    'agent.hallucination_detection',
    'tools.authorization.enabled',
    'tools.adversarial_policy.enabled',
    'tools.utility.enabled',
    'tools.guard.enabled',
  ])
  const ONLY_OFF = new Set(['memory.enabled', 'tools.result_cache.enabled'])
  const ONLY_UP = new Set(['tools.rate_limit.window_secs', 'tools.utility.threshold'])
  const ONLY_MORE = new Set([
    'web.deny_hosts',
    'tools.shell.blocked',
    'tools.shell.read_only_folders',
    'agent.reasoning_models',
    'tools.file.deny_read',
    'tools.file.deny_write',
    'tools.file.skip_folders',
  ])

  function isNarrower(key: string, standard: Json, value: Json): boolean {
    if (typeof value === 'boolean') return value ? ONLY_ON.has(key) : ONLY_OFF.has(key)
    if (typeof value === 'number' && typeof standard === 'number')
      return ONLY_UP.has(key) ? value > standard : value < standard
    return (
      Array.isArray(value) &&
      Array.isArray(standard) &&
      ONLY_MORE.has(key) &&
      standard.every(each => value.includes(each))
    )
  }

  /** Unlimited is 0 for these, so a lower number is no narrower one. */
  const UNLIMITED = new Set([
    'tools.max_tool_calls_per_session',
    'tools.rate_limit.per_session',
    'tools.rate_limit.per_target',
  ])

  const values = async (stage: Stage): Promise<JsonObject> =>
    jsonIn(await run(stage, ['config', 'print', '--show-origin', '--json']))

  test.each(['high', 'low'] as const)('narrows at most, however %s it goes', async direction => {
    const [plain, hostile] = [newClone(), newClone()]
    hostile.clone.put('countersign.toml', looseConfig(direction))
    const [before, after] = [await values(plain), await values(hostile)]
    const valueOf = (all: JsonObject, key: string): Json =>
      isJsonObject(all[key]) ? (all[key]['value'] ?? null) : null
    const changed = Object.keys(before).filter(
      key => JSON.stringify(valueOf(before, key)) !== JSON.stringify(valueOf(after, key)),
    )
    expect(changed.length).toBeGreaterThan(3) // the file was read
    expect(
      changed.filter(key => UNLIMITED.has(key) || !isNarrower(key, valueOf(before, key), valueOf(after, key))),
    ).toEqual([])
  })

  test('allows nothing that the person forbids', async () => {
    const stage = newClone()
    stage.clone.put(
      'countersign.toml',
      '[tools.policy]\nenabled = true\nrules = [{ action = "allow", tools = ["*"] }]\n[tools.authorization]\nenabled = true\nrules = [{ action = "allow", tools = ["*"] }]\n',
    )
    const rules = JSON.stringify([{ action: 'deny', tools: ['file_write'] }])
    for (const place of ['POLICY', 'AUTHORIZATION']) {
      const variables = { [`COUNTERSIGN_TOOLS_${place}_ENABLED`]: 'true', [`COUNTERSIGN_TOOLS_${place}_RULES`]: rules }
      expect(codeIn(await run(stage, [...WRITE, ...ALLOW_WRITE], variables))).toBe('policy_blocked')
    }
  })

  test('is asked about again when it changes after it was trusted', async () => {
    const stage = newClone()
    stage.clone.put('countersign.toml', '[permissions]\ngrant_secs = 100\n')
    expect(await run(stage, ['trust', '--yes'])).toMatchObject({ code: 0 })
    stage.clone.put('countersign.toml', '[tools.result_cache]\nttl_secs = 0\n')
    expect(jsonIn(await run(stage, ['trust', '--show', '--json']))).toMatchObject({ state: 'changed' })
    expect((await values(stage))['tools.result_cache.ttl_secs']).toMatchObject({ value: 300, origin: 'default' })
  })
})

describe('rights that a cloned folder brings', () => {
  test('are no rights', async () => {
    const stage = newClone()
    bringEverything(stage, { log: false })
    expect((await run(stage, ['permissions', 'list', '--json'])).out.trim()).toBe('[]')
    expect((await run(stage, ['permissions', 'pending', '--json'])).out.trim()).toBe('[]')
    expect(codeIn(await run(stage, ['call', 'file_read', 'path=a.md', '--json']))).toBe('permission_denied')
    expect(codeIn(await run(stage, [...WRITE, '--json']))).toBe('permission_denied')
    expect(codeIn(await run(stage, ['permissions', 'approve', 'appr_forged', '--json']))).toBe('approval_invalid')
    expect(
      codeIn(await run(stage, ['call', 'file_read', 'path=a.md', '--allow', 'FileAccess', '--json'])),
    ).toBeUndefined()
  })

  test('are none even if the state folder is said to be theirs', async () => {
    const stage = newClone()
    bringEverything(stage, { log: false })
    const within = join(stage.clone.path, '.local', 'state', 'countersign')
    expect(codeIn(await run({ ...stage, state: within }, ['call', 'file_read', 'path=a.md', '--json']))).toBe(
      'state_unsafe',
    )
  })

  test('are none even if a link says that their state folder is elsewhere', async () => {
    const stage = newClone()
    bringEverything(stage, { log: false })
    const way = join(dirname(stage.clone.path), 'a way in')
    rmSync(way, { force: true })
    stage.clone.link('../a way in', join(stage.clone.path, '.local'))
    const state = join(way, 'state', 'countersign')
    expect(codeIn(await run({ ...stage, state }, ['call', 'file_read', 'path=a.md', '--json']))).toBe('state_unsafe')
  })
})

describe('records that a cloned folder brings', () => {
  test('stop everything if they are a log, and say why', async () => {
    const stage = newClone()
    bringEverything(stage, { log: true })
    expect(codeIn(await run(stage, [...WRITE, ...ALLOW_WRITE]))).toBe('ledger_unknown')
    expect(existsSync(join(stage.clone.path, 'fresh.md'))).toBe(false)
  })

  test('never verify', async () => {
    const stage = newClone()
    bringEverything(stage, { log: true })
    const { receipt } = stage.attacker
    for (const words of [
      ['verify'],
      ['ledger', 'verify'],
      ['verify', '--receipt', receipt],
      ['verify', '--session', 'sess_known'],
    ]) {
      const outcome = await run(stage, [...words, '--json'])
      expect(outcome.code).toBe(4)
      expect(jsonIn(outcome)).toMatchObject({
        verified: 0,
        failed: expect.arrayContaining([expect.objectContaining({ check: 'unknown_log' })]),
      })
    }
  })

  test('are not shown as receipts of this machine', async () => {
    const stage = newClone()
    bringEverything(stage, { log: true })
    const { receipt } = stage.attacker
    for (const words of [
      ['receipts', 'list'],
      ['receipts', 'list', '--json'],
      ['receipts', 'show', receipt],
    ]) {
      const { code, out } = await run(stage, words)
      expect({ words, shows: code === 0 && out.includes(receipt) }).toEqual({ words, shows: false })
    }
  })

  test('are put aside whole when a person accepts, and count for nothing afterwards', async () => {
    const stage = newClone()
    bringEverything(stage, { log: true })
    const { receipt } = stage.attacker
    expect(jsonIn(await run(stage, ['ledger', 'accept', '--yes', '--json']))).toMatchObject({
      accepted: true,
      kind: 'foreign',
    })
    expect(codeIn(await run(stage, ['undo', receipt, '--json']))).toBe('receipt_unknown')
    expect(codeIn(await run(stage, [...WRITE, '--json']))).toBe('permission_denied')
    expect(codeIn(await run(stage, [...WRITE, ...ALLOW_WRITE]))).toBeUndefined()
    expect((await run(stage, ['receipts', 'list'])).out).not.toContain(receipt)
    const verified = await run(stage, ['verify', '--json'])
    expect(jsonIn(verified)).toMatchObject({ failed: [], receipts: 2, verified: 2 })
    expect(verified.code).toBe(0)
  })

  test('do not lend their secret: it is put aside, and a new one signs', async () => {
    const stage = newClone()
    bringEverything(stage, { log: false })
    const forged = readFileSync(join(stage.clone.path, AUDIT, 'secret.key'))
    const receipt = textOf(jsonIn(await run(stage, [...WRITE, ...ALLOW_WRITE]))['receipt'])
    expect(readFileSync(join(stage.clone.path, AUDIT, 'secret.key')).equals(forged)).toBe(false)
    const shown = jsonIn(await run(stage, ['receipts', 'show', receipt, '--json']))
    expect(shown['key_id']).not.toBe(sha256(forged).slice(0, 16))
  })

  test('are found where they stand beside a log of this machine', async () => {
    const stage = newClone()
    bringEverything(stage, { log: false })
    await run(stage, [...WRITE, ...ALLOW_WRITE])
    const { code, out } = await run(stage, ['verify', '--json'])
    expect(code).toBe(4)
    for (const file of ['audit.jsonl', 'tool_receipts.jsonl', 'checkpoints/']) expect(out).toContain(file)
  })
})

describe("records of the same person's other workspace", () => {
  const lines = (path: string): readonly string[] => readFileSync(path, 'utf8').split('\n').slice(0, -1)

  test('are foreign here, whoever brings them', async () => {
    const stage = newClone()
    cpSync(join(stage.other, '.control-room'), join(stage.clone.path, '.control-room'), { recursive: true })
    expect(codeIn(await run(stage, [...WRITE, ...ALLOW_WRITE]))).toBe('ledger_unknown')
    expect(jsonIn(await run(stage, ['ledger', 'accept', '--yes', '--json']))).toMatchObject({
      accepted: true,
      kind: 'foreign',
    })
  })

  test('are not taken over from the end of a log', async () => {
    const stage = await usedClone()
    const mine = lines(join(stage.clone.path, LOG))
    const more = lines(join(stage.other, LOG)).slice(mine.length)
    expect(more.length).toBeGreaterThan(0)
    appendFileSync(join(stage.clone.path, LOG), `${more.join('\n')}\n`)
    const ids = more.flatMap(line => /"receipt_id":"(rcpt_[0-9a-f]+)"/.exec(line)?.[1] ?? [])
    await run(stage, [...WRITE, ...ALLOW_WRITE])
    const { out } = await run(stage, ['receipts', 'list', '--json'])
    expect(ids.filter(id => out.includes(id))).toEqual([])
  })
})

test('a second name for a segment does not make its lines count twice', async () => {
  const stage = await usedClone()
  const before = jsonIn(await run(stage, ['verify', '--json']))
  writeFileSync(join(stage.clone.path, AUDIT, 'log', '0000001.jsonl'), '')
  expect(jsonIn(await run(stage, ['verify', '--json']))['entries']).toBe(before['entries'])
})

test('a log of one endless line holds nobody up', async () => {
  const stage = newClone()
  stage.clone.enormous(LOG, 256 * 2 ** 20)
  expect(await run(stage, ['receipts', 'list'])).toMatchObject({ crash: null })
})

test('a name with a line break stands on one line', async () => {
  const stage = newClone()
  stage.clone.put('plain.md\nreceipt rcpt_forged', 'x')
  const { out } = await run(stage, ['call', 'file_list', '--allow', 'FileAccess'])
  expect(out.split('\n').filter(line => line.startsWith('receipt'))).toEqual([])
})

test('JSON says control and direction characters in letters, so that it can be shown on a terminal', async () => {
  const stage = newClone()
  stage.clone.put(`${TROUBLE}.md`, TROUBLE)
  const marks = ['\u009b', '\u202e', '\u2066']
  for (const words of [
    ['call', 'file_list', '--allow', 'FileAccess', '--json'],
    ['call', 'file_read', 'path=a.md', '--allow', 'FileAccess', '--json'],
    ['trust', '--show', '--json'],
    ['receipts', 'list', '--json'],
  ]) {
    const { out } = await run(stage, words)
    expect({ words, raw: marks.filter(mark => out.includes(mark)) }).toEqual({ words, raw: [] })
  }
})
