import { asksTo, certain, phrases, says, speaksOf } from '../reading/message.ts'
import { isCommandLine } from './command-line.ts'
import { type Described, isAsked } from './described.ts'
import { type Sign, signsOf } from './sign.ts'

const run = signsOf('system_task')
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const THIS_MACHINE = phrases('this machine|my machine|the machine')
const RUNS = phrases('<code>|<file>|<flag>|<mail>|project|code|repo|repository|check|following|everything')
const BRANCHING = words('push merge rebase checkout commit pull stash cherry-pick')
const BRANCHES = phrases('main|master|origin|branch|remote|changes|upstream|commits')
const ONLY_MACHINES = words('install uninstall reinstall deploy reboot mount unmount commit unzip execute lint compress')
const OTHER_RUNNING = phrases('away|along|out|late')
/** They run nothing by themselves. */
const MILD = words('check set use update make turn open begin pull bring')
const OPENING = words('open use update pull bring')
const PACKAGES = phrases('branch|packages|dependencies|package')
const STATE = phrases('installed|disk space|memory is free|is running|free memory')
const STATE_ASKED = phrases('installed|running|space|free|left|in use|using|eating|last|port|i|my')

const isRunnable = (c: Described): boolean =>
  speaksOf(c, 'runnable', 'shell', 'program', 'machine', 'command') || says(c, ...THIS_MACHINE) || says(c, ...RUNS)

function starts(c: Described): boolean {
  if (!asksTo(c, 'start') || MILD.has(c.head) || speaksOf(c, 'file', 'page') || c.file) return false
  return speaksOf(c, 'runnable', 'program', 'machine', 'shell') || says(c, '<code>') || says(c, ...THIS_MACHINE)
}

function opensProgram(c: Described): boolean {
  if (c.file || says(c, '<url>') || (speaksOf(c, 'file', 'page') && !speaksOf(c, 'shell'))) return false
  if (!OPENING.has(c.head) && !(c.head === 'check' && says(c, 'branch'))) return false
  return speaksOf(c, 'program', 'command', 'shell') || says(c, ...PACKAGES)
}

/** What this very machine has or does, not what such machines do. */
function asksForState(c: Described): boolean {
  if (c.general || says(c, 'of a', 'of an') || speaksOf(c, 'organiser')) return false
  if (speaksOf(c, 'file', 'paper') && !says(c, 'git')) return false
  if (!speaksOf(c, 'machine') && !says(c, ...STATE)) return false
  return asksTo(c, 'look') || (isAsked(c) && (says(c, ...STATE_ASKED) || certain(c, 'machine', 'runnable')))
}

export const RUN_SIGNS: readonly Sign[] = [
  run('a command line', 9, c => isCommandLine(c, 'command')),
  run('run × what runs', 10, c => asksTo(c, 'run') && isRunnable(c)),
  run('run it', 5, c => (c.head === 'run' || c.head === 'execute') && c.words.length === 2 && !says(c, ...OTHER_RUNNING)),
  run('something that only a machine does', 5, c => ONLY_MACHINES.has(c.head)),
  run('work with branches', 8, c => BRANCHING.has(c.head) && says(c, ...BRANCHES)),
  run('start or stop × what runs', 8, starts),
  run('open or set up × a program', 7, opensProgram),
  run('the state of this machine', 7, asksForState),
]
