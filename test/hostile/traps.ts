import { join } from 'node:path'
import { FORGED, KNOWN_SESSION, type Stage, TROUBLE, bringEverything } from './stage.ts'
import type { Words } from './verbs.ts'

export type Trap = {
  readonly title: string
  readonly set: (stage: Stage) => void | Promise<void>
  readonly also?: readonly Words[]
}

const AUDIT = '.control-room/audit'
const VIEWS = ['audit.jsonl', 'attempts.jsonl', 'permissions.jsonl'].map(name => `${AUDIT}/${name}`)

const reading = (path: string): Words => ['call', 'file_read', `path=${path}`, '--allow', 'FileAccess']
const writing = (path: string): Words => [
  'call',
  'file_write',
  `path=${path}`,
  'content=x',
  'overwrite:=true',
  '--allow',
  'FileWrite',
]

/** Everything at once: each alone could be what stops the others. */
export const BRINGING: readonly Trap[] = [
  { title: 'nothing special', set: () => {} },
  { title: 'everything at once', set: stage => bringEverything(stage, { log: true }) },
  { title: 'everything but a log', set: stage => bringEverything(stage, { log: false }) },
]

/** Set in the place of the control room itself. */
export const ROOM_TRAPS: readonly Trap[] = [
  {
    title: 'a control room that is a link to another one',
    set: ({ clone, other }) => clone.link('.control-room', join(other, '.control-room')),
  },
  {
    title: 'a control room that is a link to an empty place',
    set: ({ clone, outside }) => clone.link('.control-room', join(outside.path, 'empty')),
  },
  {
    title: 'a control room that is a link to nothing',
    set: ({ clone, outside }) => clone.link('.control-room', join(outside.path, 'nothing')),
  },
  { title: 'a control room that is a file', set: ({ clone }) => clone.put('.control-room', 'x') },
  { title: 'a control room that is a pipe', set: ({ clone }) => clone.pipe('.control-room') },
  { title: 'a control room that is a socket', set: ({ clone }) => clone.socket('.control-room') },
  { title: 'an audit folder that is a link', set: ({ clone, other }) => clone.link(AUDIT, join(other, AUDIT)) },
  { title: 'an audit folder that is a pipe', set: ({ clone }) => clone.pipe(AUDIT) },
]

/** Set in the place of what is kept there. */
export const RECORD_TRAPS: readonly Trap[] = [
  {
    title: 'a log folder that is a link',
    set: ({ clone, other }) => clone.link(`${AUDIT}/log`, join(other, AUDIT, 'log')),
  },
  {
    title: 'a log that is a link',
    set: ({ clone, other }) => clone.link(`${AUDIT}/log/000001.jsonl`, join(other, AUDIT, 'log/000001.jsonl')),
  },
  { title: 'a log that is a pipe', set: ({ clone }) => clone.pipe(`${AUDIT}/log/000001.jsonl`) },
  { title: 'a log that is a folder', set: ({ clone }) => clone.folder(`${AUDIT}/log/000001.jsonl`) },
  {
    title: 'a later segment that is a link',
    set: ({ clone, other }) => clone.link(`${AUDIT}/log/000002.jsonl`, join(other, AUDIT, 'log/000001.jsonl')),
  },
  { title: 'a later segment that is a pipe', set: ({ clone }) => clone.pipe(`${AUDIT}/log/000002.jsonl`) },
  { title: 'a secret that is a pipe', set: ({ clone }) => clone.pipe(`${AUDIT}/secret.key`) },
  {
    title: 'a secret that is a link',
    set: ({ clone, outside }) => clone.link(`${AUDIT}/secret.key`, join(outside.path, 'secret.md')),
  },
  { title: 'a secret that is enormous', set: ({ clone }) => clone.enormous(`${AUDIT}/secret.key`) },
  { title: 'a checkpoint that is enormous', set: ({ clone }) => clone.enormous(`${AUDIT}/checkpoints/1.txt`) },
  {
    title: 'records that are links',
    set({ clone, other, outside }) {
      for (const name of VIEWS) clone.link(name, join(other, AUDIT, 'audit.jsonl'))
      clone.link('.control-room/results', join(outside.path, 'empty'))
    },
  },
  {
    title: 'records that are pipes',
    set({ clone }) {
      for (const name of VIEWS) clone.pipe(name)
      clone.pipe('.control-room/results')
    },
  },
  {
    title: 'kept results that are a link',
    set: ({ clone, outside }) => clone.link('.control-room/results', join(outside.path, 'empty')),
  },
  {
    title: 'sessions in a folder that is a link',
    set: ({ clone, other }) => clone.link(`${AUDIT}/sessions`, join(other, AUDIT, 'sessions')),
  },
  {
    title: 'a session that is a link',
    set: ({ clone, other }) =>
      clone.link(`${AUDIT}/sessions/${KNOWN_SESSION}`, join(other, AUDIT, 'sessions', KNOWN_SESSION)),
  },
  {
    title: 'receipts that are a pipe',
    set: ({ clone }) => clone.pipe(`${AUDIT}/sessions/${KNOWN_SESSION}/tool_receipts.jsonl`),
  },
  {
    title: 'checkpoints in a folder that is a link',
    set: ({ clone, other }) => clone.link(`${AUDIT}/checkpoints`, join(other, AUDIT, 'checkpoints')),
  },
  {
    title: 'a checkpoint that is a link',
    set: ({ clone, outside }) => clone.link(`${AUDIT}/checkpoints/1.txt`, join(outside.path, 'secret.md')),
  },
  { title: 'a checkpoint that is a pipe', set: ({ clone }) => clone.pipe(`${AUDIT}/checkpoints/1.txt`) },
  {
    title: 'a place to put things aside that is a link',
    set(stage) {
      bringEverything(stage, { log: true })
      stage.clone.link(`${AUDIT}/aside`, join(stage.outside.path, 'empty'))
    },
  },
  {
    title: 'a log with lines that speak to the terminal',
    set({ clone }) {
      const told = {
        session_id: TROUBLE,
        tool_id: TROUBLE,
        decided_by: TROUBLE,
        timestamp: TROUBLE,
        signature: TROUBLE,
        key_id: TROUBLE,
      }
      const receipt = {
        receipt_id: `rcpt_${TROUBLE}`,
        ...told,
        inputs: { [TROUBLE]: TROUBLE },
        outputs: { text: TROUBLE },
      }
      const line = {
        at: TROUBLE,
        body: { receipt, audit: { tool: TROUBLE, result: TROUBLE } },
        mac: TROUBLE,
        seq: 1,
        type: 'outcome',
        v: 1,
      }
      clone.put(`${AUDIT}/log/000001.jsonl`, `${JSON.stringify(line)}\n${TROUBLE}\n`)
    },
  },
]

export const CONFIG_TRAPS: readonly Trap[] = [
  { title: 'a configuration that is a pipe', set: ({ clone }) => clone.pipe('countersign.toml') },
  { title: 'a configuration that is a socket', set: ({ clone }) => clone.socket('countersign.toml') },
  { title: 'a configuration that is a folder', set: ({ clone }) => clone.folder('countersign.toml') },
  {
    title: 'a configuration that is a link',
    set: ({ clone, outside }) => clone.link('countersign.toml', join(outside.path, 'old.toml')),
  },
  {
    title: 'a configuration that is a link to something else',
    set: ({ clone, outside }) => clone.link('countersign.toml', join(outside.path, 'secret.md')),
  },
  { title: 'a configuration that is a device', set: ({ clone }) => clone.link('countersign.toml', '/dev/zero') },
  {
    title: 'a configuration with keys that nobody knows',
    set: ({ clone }) =>
      clone.put(
        'countersign.toml',
        `sandbox = "off"\n[tools]\n"\\u001b[2J" = 1\n"\\u202e" = "\\u001b]0;owned\\u0007"\n`,
      ),
  },
  {
    title: 'a configuration with raw control characters',
    set: ({ clone }) => clone.put('countersign.toml', `[tools]\n# ${TROUBLE}\nx = "${TROUBLE}"\n`),
  },
  {
    title: 'a configuration with rules that take for ever to read',
    set({ clone }) {
      const patterns = ['(a+)+$', '(.*a){25}b', '(a?)'.repeat(500)]
      const rules = patterns.map(pattern => `{ action = "deny", tools = ["*"], args = { path = '${pattern}' } }`)
      const globs = `{ action = "deny", tools = ["*"], paths = ["${'**/*a*'.repeat(40)}", "${'{a,b}'.repeat(30)}"] }`
      clone.put(
        'countersign.toml',
        `[tools.authorization]\nenabled = true\nrules = [${[...rules, globs].join(', ')}]\n`,
      )
    },
    also: [reading('a'.repeat(200)), reading('a/'.repeat(100))],
  },
  {
    title: 'a configuration with a rule that grows when it is read',
    set: ({ clone }) =>
      clone.put(
        'countersign.toml',
        `[tools.authorization]\nenabled = true\nrules = [{ action = "deny", tools = ["*"], args = { path = '((((a{30}){30}){30}){30})' } }]\n`,
      ),
  },
  {
    title: 'a configuration without a bottom',
    set: ({ clone }) =>
      clone.put('countersign.toml', `[tools.authorization]\nrules = ${'['.repeat(5_000)}${']'.repeat(5_000)}\n`),
  },
  {
    title: 'a configuration of one endless name',
    set: ({ clone }) => clone.put('countersign.toml', `${Array.from({ length: 5_000 }, () => 'a').join('.')} = 1\n`),
  },
  {
    title: 'a configuration that speaks of prototypes',
    set: ({ clone }) =>
      clone.put(
        'countersign.toml',
        '[__proto__]\nenabled = true\n[constructor.prototype]\nfail_open = true\n[tools.__proto__]\nx = 1\n',
      ),
  },
  {
    title: 'a configuration that is no text',
    set: ({ clone }) => clone.put('countersign.toml', Buffer.from([0xff, 0xfe, 0, 0x1b, 0x5b])),
  },
  {
    title: 'agents, prompts and recipes that are links and pipes',
    set({ clone, outside }) {
      clone.pipe('.control-room/agents/one.json')
      clone.link('.control-room/agents/two.json', join(outside.path, 'secret.md'))
      clone.put(`.control-room/agents/${TROUBLE}.json`, '{}')
      clone.link('.control-room/recipes', outside.path)
      clone.pipe('.control-room/prompts/prompts.json')
    },
  },
]

const LEADING_OUT = ['pipe.md', 'passwd', 'out/secret.md', 'secret.md', 'loop', 'socket.md', 'zero']
const ODD_NAMES = [
  'new\nline.md',
  TROUBLE,
  '-rf',
  '--allow',
  '$(touch pwned).md',
  ' ',
  'tab\t.md',
  'x'.repeat(255),
  'CON',
  '…',
  '\u{1f6a9}',
]

export const FILE_TRAPS: readonly Trap[] = [
  {
    title: 'files that lead out, or have no end',
    async set({ clone, outside }) {
      clone.pipe('pipe.md')
      clone.link('passwd', '/etc/passwd')
      clone.link('out', outside.path)
      clone.link('secret.md', join(outside.path, 'secret.md'))
      clone.link('loop', 'loop')
      clone.link('zero', '/dev/zero')
      await clone.socket('socket.md')
    },
    also: [
      ...LEADING_OUT.map(reading),
      ...LEADING_OUT.map(writing),
      ['call', 'file_list', 'path=out', '--allow', 'FileAccess'],
    ],
  },
  {
    title: 'names that nobody would choose',
    set({ clone }) {
      for (const name of ODD_NAMES) clone.put(name, FORGED)
      clone.put(Buffer.from([0xff, 0xfe, 0x1b, 0x5b, 0x32, 0x4a]), FORGED)
    },
    also: [
      ...ODD_NAMES.map(reading),
      ['call', 'file_list', '--allow', 'FileAccess'],
      ['call', 'file_search', 'query=FORGED', '--allow', 'FileAccess'],
    ],
  },
]
