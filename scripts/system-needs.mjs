// Why a test was skipped, in one line for each need of the system. The constants are those of test/system-needs.ts.
import { readFileSync } from 'node:fs'

const NEEDS = {
  lacksBrowser: 'Chromium: apt-get install chromium',
  lacksSandbox: 'a working bubblewrap: apt-get install bubblewrap',
  lacksPython: 'python3: apt-get install python3',
  lacksTerminal: "util-linux's script: apt-get install bsdutils",
  lacksNamespaces: 'network namespaces, which only root makes: apt-get install iproute2 openssl',
  lacksMemoryDisk: 'a disk in memory at /dev/shm',
  lacksAttributes: 'getfattr and setfattr: apt-get install attr',
  lacksNode24: 'Node 24, which `npm test` takes from npm on Linux x64',
}

/** The needs that a test file names, of those that this machine lacks. */
export function needsOf(file, lacks) {
  const text = readFileSync(file, 'utf8')
  return Object.keys(NEEDS)
    .filter(name => lacks[name] && text.includes(name))
    .map(name => NEEDS[name])
}
