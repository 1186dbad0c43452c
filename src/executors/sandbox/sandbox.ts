import { existsSync } from 'node:fs'
import { release } from 'node:os'
import { type Result, fail } from '../../core/index.ts'
import { bytesOfText } from '../path-bytes.ts'
import { bwrapArguments, environmentOf, givenFiles } from './bwrap-arguments.ts'
import type { Confinement, SandboxLimits } from './confinement.ts'
import { type CommandEnd, type OutputPart, runWatched } from './run-watched.ts'
import { systemCallFilter } from './system-call-filter.ts'
import { childProcesses } from './child-processes.ts'

type SandboxRun = {
  readonly command: string
  readonly confinement: Confinement
  readonly limits: SandboxLimits
  readonly signal: AbortSignal
  readonly onOutput?: ((part: OutputPart) => void) | undefined
}

export interface Sandbox {
  /** What an approval is bound to, and what people are shown. */
  readonly profile: 'bwrap' | 'off'
  readonly run: (run: SandboxRun) => Promise<Result<CommandEnd>>
}

export type SandboxOptions = {
  readonly mode: 'on' | 'off'
  /** Where bubblewrap is; by default looked for where systems keep it. */
  readonly bwrap?: string
  readonly platform?: NodeJS.Platform
  readonly processor?: string
}

const BASH = '/bin/bash'
const PLACES = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']

export const createSandbox = (options: SandboxOptions): Sandbox =>
  options.mode === 'off' ? { profile: 'off', run: runOpenly } : { profile: 'bwrap', run: createConfinedRun(options) }

const HOW =
  'Install it (Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap; Arch: pacman -S bubblewrap)'
const OWN_RISK =
  'to run commands without any confinement, at your own risk, set sandbox = "off" under [tools.shell] in your ' +
  'own configuration.'

/** Why there is no sandbox here, in the words of someone who wants to have one. */
const unavailable = (because: string): ReturnType<typeof fail> =>
  fail('sandbox_unavailable', `Commands run in a sandbox, and ${because}. ${HOW}; ${OWN_RISK}`)

function createConfinedRun({
  bwrap,
  platform = process.platform,
  processor = process.arch,
}: SandboxOptions): Sandbox['run'] {
  let isProven = false
  let identity: string | undefined
  return async run => {
    if (platform !== 'linux') return unavailable(`there is none for ${platform} in this version`)
    const program = bwrap ?? PLACES.find(path => existsSync(path))
    if (program === undefined || !existsSync(program)) return unavailable('bubblewrap is not installed')
    const filter = systemCallFilter(processor, run.confinement.reach === 'open')
    if (!filter) return unavailable(`there is no filter of system calls for ${processor}`)
    // What only reads commits nothing.
    if (run.confinement.reach !== 'read') identity ??= gitIdentity()
    const tools = { program, filter, identity: identity ?? '' }
    if (!isProven) {
      const proof = await confine({ ...run, command: 'exit 42', onOutput: undefined }, tools)
      if (!proof.ok) return proof
      if (proof.value.ending !== 'exit') return fail('tool_cancelled', 'The command was stopped before it began.')
      if (proof.value.exitCode !== PROOF)
        return unavailable(`bubblewrap does not work here (${proof.value.stderr.text.trim().slice(0, 300)})`)
      isProven = true
    }
    return confine(run, tools)
  }
}

const PROOF = 42

type SandboxTools = { readonly program: string; readonly filter: Buffer; readonly identity: string }

function confine(
  { command, confinement, limits, signal, onOutput }: SandboxRun,
  { program, filter, identity }: SandboxTools,
): Promise<Result<CommandEnd>> {
  const files = givenFiles(process.getuid?.() ?? 0, process.getgid?.() ?? 0, identity)
  const descriptors = { status: 3, filter: 4, files: files.map(({ path }, at) => [at + 5, path] as const) }
  const given = [filter, ...files.map(({ text }) => Buffer.from(text)), argumentBytes(confinement, descriptors)]
  return runWatched({
    program,
    arguments: ['--args', String(given.length + 3), '--', ...bashArguments(command, limits)],
    environment: {},
    folder: '/',
    limits,
    signal,
    given,
    usageRoot: confinement.root,
    onOutput,
  })
}

/** Names on disk need not be text, and Node hands on nothing else as an argument. */
const argumentBytes = (...of: Parameters<typeof bwrapArguments>): Buffer =>
  Buffer.concat(bwrapArguments(...of).flatMap(word => [Buffer.from(bytesOfText(word)), ZERO]))

const ZERO = Buffer.from([0])

/** Runs without a sandbox, only where a person has asked for that: the same limits, the same empty environment. */
async function runOpenly({ command, confinement, limits, signal, onOutput }: SandboxRun): Promise<Result<CommandEnd>> {
  if (!existsSync(BASH))
    return fail('sandbox_unavailable', 'There is no bash on this system, so no command can be run.')
  const [program = BASH, ...rest] = bashArguments(command, { ...limits, processes: 0 })
  const environment = {
    ...environmentOf(confinement),
    HOME: process.env['HOME'] ?? '/',
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  }
  return runWatched({
    program,
    arguments: rest,
    environment,
    folder: confinement.folder,
    limits,
    signal,
    given: [],
    usageRoot: undefined,
    onOutput,
  })
}

const KIB = 1024
const SPARE = 16 // the watcher sees the overrun first, and says so

/** Limits that each process inherits and cannot raise. Processes are counted per sandbox only since Linux 5.14. */
function bashArguments(command: string, { processes, memoryBytes, fileBytes }: SandboxLimits): readonly string[] {
  const limits = [
    'ulimit -c 0',
    `ulimit -f ${Math.ceil(fileBytes / KIB)}`,
    `ulimit -d ${Math.ceil(memoryBytes / KIB)}`,
    'ulimit -n 4096',
    ...(processes > 0 && countsWithinSandbox() ? [`ulimit -u ${processes + SPARE}`] : []),
  ]
  // The first line is carried out before bash looks at the next, so nothing in the command can reach it.
  return [BASH, '--norc', '--noprofile', '-c', `{ ${limits.join('; ')}; } 2>/dev/null\n${command}`, 'bash']
}

function countsWithinSandbox(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  return major > 5 || (major === 5 && minor >= 14)
}

/** The name and address under which the person commits, and no other setting; empty if there is none. */
function gitIdentity(): string {
  try {
    const lines = childProcesses().execFileSync(
      'git',
      ['config', '--global', '--get-regexp', String.raw`^user\.(name|email)$`],
      {
        encoding: 'utf8',
        timeout: 2_000,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    const pairs = lines.split('\n').flatMap(line => {
      const { key, value } = /^user\.(?<key>name|email) (?<value>\P{Cc}+)$/u.exec(line)?.groups ?? {}
      return key === undefined || value === undefined
        ? []
        : [`\t${key} = "${value.replaceAll(/["\\]/g, String.raw`\$&`)}"\n`]
    })
    return pairs.length === 0 ? '' : `[user]\n${pairs.join('')}`
  } catch {
    return ''
  }
}
