import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type JsonObject, isJsonObject, textOf } from '../../src/core/index.ts'
import type { PermissionQuestion } from '../../src/permissions/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { type CallReport, assemble, callTool, runTurn } from '../../src/runtime/index.ts'
import { countingTool, openTestRuntime } from '../open-test-runtime.ts'
import { lacksSandbox } from '../system-needs.ts'
import { testClock } from '../test-clock.ts'
import { workFolder } from '../work-folder.ts'
import { call, play, readNotes } from './play.ts'

describe('a tool that a module brings along', () => {
  const MODULE = `const tool = (name, assess) => ({
    name, risk: 'read', capability: 'FileAccess', input: { type: 'object', properties: {} },
    assess: () => assess, execute: () => 'did ' + name,
  })
  export const tools = [
    tool('look', {}),
    tool('wipe', { risk: 'destroy', summary: 'wipes all of it' }),
    tool('doubt', { question: 'The list is older than a day.' }),
  ]
`

  test('[EXEC-07] is asked about as it says itself, and for no other reason than a tool that is built in', async () => {
    const folder = workFolder()
    const home = join(dirname(folder.root), 'home')
    writeFileSync(join(home, 'mine.mjs'), MODULE)
    writeFileSync(join(home, 'mine.toml'), '[tools]\nmodules = ["./mine.mjs"]\n')
    const flags = ['--config', join(home, 'mine.toml'), '--session', 'sess_m'] as const
    const make = (tool: string) => folder.json('call', tool, '--allow', 'FileAccess', ...flags)
    expect(await make('look')).toMatchObject({ code: 0, value: { text: 'did look' } })
    for (const [tool, reason] of [
      ['wipe', 'It may destroy something.'],
      ['doubt', 'The list is older than a day.'],
    ] as const) {
      expect(await make(tool)).toMatchObject({ code: 6, value: { fault: { code: 'confirmation_required' } } })
      const { value } = await folder.json('permissions', 'pending')
      const waiting = Array.isArray(value) ? value.filter(isJsonObject).find(each => each['tool'] === tool) : undefined
      expect(waiting).toMatchObject({ reason })
      expect((await folder.run('permissions', 'approve', textOf(waiting?.['id']))).code).toBe(0)
      expect(await make(tool)).toMatchObject({ code: 0, value: { text: `did ${tool}` } })
      expect((await make(tool)).code).toBe(6)
    }
  })
})

describe('a question about a call', () => {
  test('[EXEC-08] comes before anything of the reply has run, and without a yes the call never runs', async () => {
    const note = countingTool({ name: 'note', risk: 'write', capability: 'FileWrite' })
    const peek = countingTool({ name: 'peek', risk: 'read', capability: 'FileAccess' })
    const seen: unknown[] = []
    const both = {
      calls: [
        { id: 'c1', name: 'note', arguments: '{}' },
        { id: 'c2', name: 'peek', arguments: '{}' },
      ],
    }
    const turn = await play({
      message: '/edit Note it.',
      can: { nativeTools: true },
      replies: [both, 'So.'],
      allow: ['FileAccess'],
      options: {
        tools: [note, peek],
        askPermission: async () => ({ kind: 'once', decidedBy: 'tty' }),
        async ask({ tool }) {
          await new Promise(resolve => setTimeout(resolve, 50))
          seen.push([tool, note.ran.length, peek.ran.length])
          return { state: 'denied', decidedBy: 'tty', credential: 'the person' }
        },
      },
    })
    expect(seen).toEqual([['note', 0, 0]])
    expect(note.ran).toEqual([])
    expect(turn.executed).not.toContain('note')
  })
})

describe('a permission', () => {
  const asking = (asked: PermissionQuestion[], kind: 'once' | 'session') => async (question: PermissionQuestion) => {
    asked.push(question)
    return { kind, decidedBy: 'tty' as const }
  }

  test('[GAPS-08] is asked for by capability, for five minutes or the session', async () => {
    const asked: PermissionQuestion[] = []
    const first = await play({
      allow: [],
      options: { askPermission: asking(asked, 'session') },
      replies: [readNotes, call('file_list', { path: '.' }), 'It burned.'],
    })
    expect(first.executed).toEqual(['file_read', 'file_list'])
    await play({ allow: [], runtime: first.runtime, session: first.report.session, replies: [readNotes, 'It burned.'] })
    expect(asked).toMatchObject([{ capability: 'FileAccess', seconds: 300 }])
  })

  test.skipIf(lacksSandbox)(
    '[GAPS-08] to run commands is short, and each command that changes something is asked about',
    async () => {
      const asked: PermissionQuestion[] = []
      const commands: string[] = []
      const run = (id: string, command: string) => ({
        id,
        name: 'system_execute',
        arguments: JSON.stringify({ command }),
      })
      await play({
        message: '/run make two files',
        allow: [],
        can: { nativeTools: true },
        replies: [{ calls: [run('c1', 'touch a.txt'), run('c2', 'touch b.txt')] }, 'I may not.'],
        options: {
          askPermission: asking(asked, 'once'),
          async ask({ args }) {
            commands.push(textOf(args['command']))
            return { state: 'denied', decidedBy: 'tty', credential: 'the person' }
          },
        },
      })
      expect(asked).toMatchObject([{ capability: 'SystemExecute', seconds: 60 }])
      expect(commands).toEqual(['touch a.txt', 'touch b.txt'])
    },
  )
})

describe('a tool that posts to channels', () => {
  const poster = () =>
    countingTool({
      name: 'post_message',
      risk: 'write',
      capability: 'MessageSend',
      assess: ({ channel }) => ({ summary: `posts to ${textOf(channel)}`, target: { name: textOf(channel) } }),
    })
  const codeOf = ({ ok, fault }: CallReport): string => (ok ? 'sent' : (fault?.code ?? ''))

  test('[POST-01] posts so often in a session, and so often to a channel, and no more until the time has passed', async () => {
    const clock = testClock()
    const post = poster()
    const settings = {
      'tools.rate_limit.per_session': 3,
      'tools.rate_limit.per_target': 2,
      'tools.rate_limit.window_secs': 60,
      'tools.rate_limit.capabilities': ['MessageSend'],
    }
    const runtime = await openTestRuntime({ tools: [post], settings, clock })
    let text = 0
    const say = async (session: string, channel: string): Promise<string> => {
      const args = { channel, text: String((text += 1)) }
      return codeOf(await callTool({ tool: 'post_message', args, session, allow: ['MessageSend'] }, runtime))
    }
    const BLOCKED = 'rate_limited'
    expect([await say('s1', '#a'), await say('s1', '#a'), await say('s1', '#a')]).toEqual(['sent', 'sent', BLOCKED])
    expect([await say('s1', '#b'), await say('s1', '#c')]).toEqual(['sent', BLOCKED])
    expect([await say('s2', '#a'), await say('s2', '#b'), await say('s2', '#b')]).toEqual([BLOCKED, 'sent', BLOCKED])
    expect(post.ran).toHaveLength(4)
    clock.pass(60_001)
    expect([await say('s1', '#a'), await say('s2', '#b')]).toEqual(['sent', 'sent'])
  })

  test('[POST-02] posts to the channels that are listed, and nothing is sent to any other', async () => {
    const post = poster()
    const rules = [
      { action: 'allow', tools: ['post_message'], args: { channel: '^#(alerts|reports)$' } },
      { action: 'deny', tools: ['post_message'], reason: 'The channel is not on the list.' },
    ]
    const runtime = await openTestRuntime({ tools: [post], settings: { 'tools.policy.rules': rules } })
    const send = (channel: string): string => call('post_message', { channel, text: 'x' })
    const model = scripted([send('#general'), send('#alerts'), send('#alerts-2'), 'Posted.'])
    const faults: string[] = []
    await runTurn(
      {
        message: 'Post x to #general and to #alerts.',
        toolPolicy: { allowedTools: ['post_message'] },
        model,
        allow: ['MessageSend'],
        onEvent: event => void (event.type === 'tool.failed' && faults.push(event.code ?? '')),
      },
      runtime,
    )
    expect([post.ran.map(({ channel }) => channel), faults]).toEqual([
      ['#alerts'],
      ['policy_blocked', 'policy_blocked'],
    ])
  })
})

describe('what runs the tools', () => {
  const note = countingTool({ name: 'note', risk: 'write', capability: 'MessageSend' })

  test('[EXEC-04] of two tools with one name neither can be put in front of the other', () => {
    const root = workFolder().root
    const mine = countingTool({ name: 'file_read', risk: 'read', capability: 'FileAccess' })
    expect(() => assemble({ workspace: root, tools: [mine] })).toThrow(/file_read/)
    expect(() => assemble({ tools: [note, note] })).toThrow(/note/)
  })

  test('[EXEC-05] stands in one order, the same after every start, and a program’s own tools come last', async () => {
    const folder = workFolder()
    const listed = async (): Promise<readonly unknown[]> => {
      const { value } = await folder.json('tools', 'list')
      return Array.isArray(value) ? value.filter(isJsonObject).map(({ name }: JsonObject) => name) : []
    }
    const first = await listed()
    expect(first.slice(0, 6)).toEqual([
      'file_read',
      'file_list',
      'file_search',
      'file_write',
      'file_edit',
      'read_result',
    ])
    expect([await listed(), await listed()]).toEqual([first, first])
    const names = assemble({ workspace: folder.root, tools: [note] })
      .catalog.list()
      .map(({ name }) => name)
    expect(names.at(-1)).toBe('note')
    expect(names.slice(0, 5)).toEqual(first.slice(0, 5))
  })
})
