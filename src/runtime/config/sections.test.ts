import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { play, readNotes } from '../../../test/scenarios/play.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { workFolder } from '../../../test/work-folder.ts'
import {
  type Json,
  type JsonObject,
  type Section,
  type Setting,
  createPermitOffice,
  isJsonObject,
} from '../../core/index.ts'
import { FILE_TOOLS, createFileExecutor, fileSettings } from '../../executors/index.ts'
import { sampleCall, sampleProposal, sampleScope } from '../../gates/conformance.ts'
import { guardrailsSection, loopGuard, quota, rateLimitSection, toolsSection } from '../../gates/index.ts'
import { mayRepair } from '../../protocol/index.ts'
import { createVault } from '../../storage/index.ts'
import { openWorkspace } from '../../workspace/index.ts'
import { type MergedConfig, configShape, lintConfig, mergeLayers, readConfig, tomlValue, valuesOf } from './index.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const shape = configShape()
const load = async (toml: string): Promise<MergedConfig> => {
  const { layer } = await readConfig(toml, { shape, file: 'c.toml', as: 'user' })
  return mergeLayers(shape, { user: layer, trusted: false })
}

/** Seeds 001 to 003, key by key. */
const SEEDED: Readonly<Record<string, Json>> = {
  'tools.tafc.enabled': false,
  'tools.tafc.complexity_threshold': 0.6,
  'agent.tool_filter.enabled': false,
  'agent.tool_filter.top_k': 10,
  'agent.tool_filter.min_description_words': 3,
  'agent.tool_filter.always_on': ['memory_search', 'memory_save', 'load_skill', 'scheduler'],
  'tools.result_cache.enabled': true,
  'tools.result_cache.ttl_secs': 300,
  'tools.dependencies.enabled': false,
  'tools.dependencies.boost_per_dep': 0.15,
  'tools.dependencies.max_total_boost': 0.2,
  'tools.dependencies.rules': {},
  'tools.retry.max_attempts': 2,
  'tools.retry.base_ms': 500,
  'tools.retry.max_ms': 5000,
  'tools.retry.budget_secs': 30,
  'tools.retry.parameter_reformat_provider': '',
  'tools.shell.transactional': false,
  'tools.shell.transaction_scope': ['**'],
  'tools.shell.auto_rollback': false,
  'tools.shell.auto_rollback_exit_codes': [1, 2],
  'tools.shell.snapshot_required': false,
  'tools.shell.max_snapshot_bytes': 0,
  'tools.file.deny_read': [],
  'tools.file.allow_read': [],
  'tools.file.max_lines': 500,
  'tools.utility.enabled': false,
  'tools.utility.threshold': 0,
  'tools.adversarial_policy.enabled': false,
  'tools.adversarial_policy.fail_open': false,
  'tools.adversarial_policy.policies': [],
  'tools.adversarial_policy.exempt_tools': [
    'memory_save',
    'memory_search',
    'read_overflow',
    'load_skill',
    'schedule_deferred',
  ],
  'tools.authorization.enabled': false,
  'tools.authorization.rules': [],
  'tools.max_tool_calls_per_session': 0, // no limit: TOML has no word for "none"
  'agent.compress_provider': '',
  'agent.hallucination_detection': false,
  'guardrails.repeat_window': 3,
  'guardrails.loop_repeat_threshold': 3,
  'guardrails.loop_override_max_retries': 1,
  'guardrails.repair_max_attempts': 2,
  'turn.max_tool_steps': 6,
  'turn.max_tool_bytes_per_step': 8000,
  'turn.max_tool_bytes_per_turn': 16_000,
  'turn.max_tool_bytes_per_step_conference': 12_000,
  'turn.max_tool_bytes_per_turn_conference': 48_000,
}

/** What `config print` says of a person who has written this, key by key. */
async function printed(toml: string): Promise<Readonly<Record<string, unknown>>> {
  const { json, write } = workFolder()
  write('../home/.config/countersign/countersign.toml', toml)
  const { value } = await json('config', 'print')
  const at = (key: string): unknown =>
    key.split('.').reduce<unknown>((table, name) => (isJsonObject(table) ? table[name] : undefined), value)
  return Object.fromEntries([...shape.keys.keys()].map(key => [key, at(key)]))
}

describe('defaults', () => {
  test('[CFG-01] are those of the seeds', async () => {
    const values = await printed('')
    expect(Object.fromEntries(Object.keys(SEEDED).map(key => [key, values[key]]))).toEqual(SEEDED)
  })

  test('no limit on calls means that no gate counts them', async () => {
    expect(quota(valuesOf(await load(''), toolsSection))).toBeUndefined()
  })
})

describe('files from before', () => {
  test('[CFG-03] a file that spells out every default of the seeds changes nothing, no setting and no turn', async () => {
    const toml = Object.entries(SEEDED).map(([key, value]) => `${key} = ${tomlValue(value ?? '')}`)
    expect(await printed(toml.join('\n'))).toEqual(await printed(''))
    const trace = async (settings: JsonObject): Promise<unknown> => {
      const { types, text, model } = await play({ settings, replies: [readNotes, 'It burned.'] })
      return [types, text, model.requests.map(({ messages }) => messages[0]?.content)]
    }
    expect(await trace(SEEDED)).toEqual(await trace({}))
  })

  test('[CFG-03] a file that sets one thing leaves every other key, of whatever feature, at its default', async () => {
    const [before, after] = [await printed(''), await printed('[tools.retry]\nmax_attempts = 3\n')]
    expect(after).toEqual({ ...before, 'tools.retry.max_attempts': 3 })
  })

  test('[CFG-03] every switch of a new feature is off', () => {
    const on = [...shape.keys.values()].filter(({ setting }) => setting.standard === true).map(({ key }) => key)
    // Without rules [tools.policy] changes nothing.
    expect(on).toEqual([
      'tools.policy.enabled',
      'tools.result_cache.enabled',
      'memory.enabled',
      'evidence.check',
      'providers.probe_schema',
    ])
  })
})

describe('limits that can be changed', () => {
  test('[CFG-02] repeat_window, loop_repeat_threshold and loop_override_max_retries: the guard follows', async () => {
    const faults = async (toml: string): Promise<unknown[]> => {
      const guard = loopGuard(valuesOf(await load(toml), guardrailsSection))
      const proposal = sampleProposal()
      return Promise.all(
        [1, 2, 3, 4, 5].map(async times => {
          const verdict = await guard.check(
            proposal,
            sampleScope({ counters: { sessionCalls: times, signatures: Array(times - 1).fill(proposal.signature) } }),
          )
          return verdict.kind === 'deny' ? verdict.fault.code : verdict.kind
        }),
      )
    }
    expect(await faults('')).toEqual(['allow', 'allow', 'loop_override', 'system_error', 'system_error'])
    expect(await faults('[guardrails]\nloop_repeat_threshold = 2\n')).toEqual([
      'allow',
      'loop_override',
      'system_error',
      'system_error',
      'system_error',
    ])
    expect(await faults('[guardrails]\nloop_override_max_retries = 2\n')).toEqual([
      'allow',
      'allow',
      'loop_override',
      'loop_override',
      'system_error',
    ])
    expect(await faults('[guardrails]\nrepeat_window = 5\nloop_repeat_threshold = 5\n')).toEqual([
      'allow',
      'allow',
      'allow',
      'allow',
      'loop_override',
    ])
    await expect(faults('[guardrails]\nrepeat_window = 2\n')).rejects.toMatchObject({ code: 'config_invalid' })
  })

  test('[CFG-02] max_lines: a read shows that many lines', async () => {
    const folder = temporaryFolder()
    folder.write('long.md', 'line\n'.repeat(1_200))
    const linesShown = async (toml: string): Promise<unknown> => {
      const settings = valuesOf(await load(toml), fileSettings)
      const workspace = openWorkspace({
        root: folder.path,
        rules: { denyRead: settings.deny_read, allowRead: settings.allow_read },
      })
      const vault = createVault(temporaryFolder().path)
      const { mint, redeem } = createPermitOffice()
      const tool = FILE_TOOLS.find(({ name }) => name === 'file_read')
      const call = sampleCall({ args: { path: 'long.md' }, ...(tool && { tool }) })
      const result = await createFileExecutor({ workspace, vault, settings, redeem }).execute(
        call,
        mint(call),
        sampleScope(),
      )
      workspace.close()
      return result.ok ? result.value.page?.shown : result.error
    }
    expect([await linesShown(''), await linesShown('tools.file.max_lines = 40')]).toEqual([500, 40])
  })

  test('[CFG-02] repair_max_attempts: that many repairs and no more', async () => {
    const repairs = async (toml: string): Promise<number> => {
      const most = (await load(toml)).values['guardrails.repair_max_attempts']
      return [0, 1, 2, 3, 4].filter(used => mayRepair('run', used, Number(most))).length
    }
    expect([
      await repairs(''),
      await repairs('guardrails.repair_max_attempts = 0'),
      await repairs('guardrails.repair_max_attempts = 3'),
    ]).toEqual([2, 0, 3])
  })

  test('the limits of a turn are values that a file can set', async () => {
    const { values } = await load('[turn]\nmax_tool_steps = 9\nmax_tool_bytes_per_turn_conference = 1000\n')
    expect([values['turn.max_tool_steps'], values['turn.max_tool_bytes_per_turn_conference']]).toEqual([9, 1000])
  })
})

describe('pages and examples', () => {
  const page = join(ROOT, 'docs', 'configuration.md')

  test('docs/configuration.md lists every section and key as it is', async () => {
    const text = readFileSync(page, 'utf8')
    expect(text).toMatch(MARKED)
    await expect(
      text.replace(MARKED, (_all, open: string, close: string) => `${open}\n\n${allKeys()}\n${close}`),
    ).toMatchFileSnapshot(page)
  })

  test('rules that nobody asks are told of', async () => {
    const rule = '[[tools.authorization.rules]]\naction = "deny"\ntools = ["file_*"]\n'
    const says = async (toml: string): Promise<readonly string[]> => lintConfig(await load(toml)).warnings
    expect(await says(rule)).toEqual([expect.stringMatching(/^The rules of \[tools.authorization\] are not asked/)])
    expect(await says(`[tools.authorization]\nenabled = true\n${rule}`)).toEqual([])
    expect(await says(`[tools.policy]\nenabled = false\n${rule.replace('authorization', 'policy')}`)).toHaveLength(1)
  })

  test('the example is valid, says something and has nothing to warn of', async () => {
    const toml = readFileSync(join(ROOT, 'examples', 'config', 'countersign.toml'), 'utf8')
    const { layer, warnings } = await readConfig(toml, { shape, file: 'countersign.toml', as: 'user' })
    const config = mergeLayers(shape, { user: layer, trusted: false })
    expect([warnings, lintConfig(config)]).toEqual([[], { problems: [], warnings: [] }])
    expect(valuesOf(config, toolsSection).max_tool_calls_per_session).toBe(100)
    expect(valuesOf(config, rateLimitSection).per_session).toBe(0)
  })
})

const MARKED = /(<!-- keys[^>]*-->)[\s\S]*(<!-- \/keys -->)/
const MAY: Readonly<Record<Setting['workspaceMay'], string>> = {
  lower: 'lower',
  raise: 'raise',
  turn_on: 'turn on',
  turn_off: 'turn off',
  extend: 'extend',
  when_trusted: 'trusted',
  never: 'never',
}

/** Rules are joined by what they do, see the page. */
const mayOf = ({ schema, workspaceMay }: Setting): string =>
  JSON.stringify(schema).includes('"action"') ? 'rules' : MAY[workspaceMay]

function allKeys(): string {
  return shape.sections.map(describeSection).join('\n')
}

function describeSection({ name, about, settings }: Section): string {
  const rows = Object.entries(settings).map(([key, setting]) => {
    const standard = setting.standard === null ? 'not set' : `\`${tomlValue(setting.standard)}\``
    return `| \`${key}\` | ${standard} | ${setting.about.replaceAll('|', '\\|')}${setting.notYet ? ' *Not in this version.*' : ''} | ${mayOf(setting)} |`
  })
  return [
    `### \`[${name}]\``,
    '',
    about,
    '',
    '| key | default | | workspace |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
