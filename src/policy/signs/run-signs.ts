import { asksTo, certain, phrases, says, hasSense } from '../reading/message.ts'
import { isCommandLine } from './command-line.ts'
import { anything, askingFor, askingTo, either, saying, speaking } from './cue.ts'
import { type Described, isAsked } from './described.ts'
import { type Sign, signsOf } from './sign.ts'

const run = signsOf('system_task')
const words = (text: string): readonly string[] => text.split(' ')

const THIS_MACHINE = phrases('this machine|my machine|the machine')
const RUNS = phrases('<code>|<file>|<flag>|<mail>|project|code|repo|repository|check|following|everything')
const BRANCHING = words('push merge rebase checkout commit pull stash cherry-pick')
const BRANCHES = phrases('main|master|origin|branch|remote|changes|upstream|commits')
const ONLY_MACHINES = words(
  'install uninstall reinstall deploy reboot mount unmount commit unzip execute lint compress',
)
const OTHER_RUNNING = phrases('away|along|out|late')
/** They run nothing by themselves. */
const MILD = words('check set use update make turn open begin pull bring')
const OPENING = words('open use update pull bring check')
const PACKAGES = phrases('branch|packages|dependencies|package')
const STATE = phrases('installed|disk space|memory is free|is running|free memory')
const STATE_ASKED = phrases('installed|running|space|free|left|in use|using|eating|last|port|i|my')

const isRunnable = (c: Described): boolean =>
  hasSense(c, 'runnable', 'shell', 'program', 'machine', 'command') || says(c, ...THIS_MACHINE) || says(c, ...RUNS)

function starts(c: Described): boolean {
  if (MILD.includes(c.head) || hasSense(c, 'file', 'page') || c.file) return false
  return hasSense(c, 'runnable', 'program', 'machine', 'shell') || says(c, '<code>') || says(c, ...THIS_MACHINE)
}

function opensProgram(c: Described): boolean {
  if (c.file || c.address || (hasSense(c, 'file', 'page') && !hasSense(c, 'shell'))) return false
  if (c.head === 'check' && !says(c, 'branch')) return false
  return hasSense(c, 'program', 'command', 'shell') || says(c, ...PACKAGES)
}

/** What this very machine has or does, not what such machines do. */
function asksForState(c: Described): boolean {
  if (c.general || says(c, 'of a', 'of an') || hasSense(c, 'organiser')) return false
  if (hasSense(c, 'file', 'paper') && !says(c, 'git')) return false
  return asksTo(c, 'look') || (isAsked(c) && (says(c, ...STATE_ASKED) || certain(c, 'machine', 'runnable')))
}

export const RUN_SIGNS: readonly Sign[] = [
  run('a command line', 9).on(anything, c => isCommandLine(c, 'command')),
  run('run × what runs', 10).on(askingFor('run'), isRunnable),
  run('run it', 5).on(askingTo('run', 'execute'), c => c.words.length === 2 && !says(c, ...OTHER_RUNNING)),
  run('something that only a machine does', 5).on(askingTo(...ONLY_MACHINES)),
  run('work with branches', 8).on(askingTo(...BRANCHING), c => says(c, ...BRANCHES)),
  run('start or stop × what runs', 8).on(askingFor('start'), starts),
  run('open or set up × a program', 7).on(askingTo(...OPENING), opensProgram),
  run('the state of this machine', 7).on(either(speaking('machine'), saying(...STATE)), asksForState),
]
