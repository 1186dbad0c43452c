import { type Fault, type FaultCode, fault, longPattern } from '../../core/index.ts'
import type { EndReason } from '../sandbox/index.ts'
import type { Envelope } from './envelope.ts'

type Sign = { readonly code: FaultCode; readonly says: string; readonly found: RegExp }

/** What only a sandbox says like this. A model must not take a rule for trouble with the network. */
const DENIALS: readonly Sign[] = [
  {
    code: 'sandbox_denied',
    says: 'network is off in the sandbox; nothing is wrong with the network itself',
    found: longPattern('i')`
        network is unreachable|could not resolve host|temporary failure in name resolution|name or service not known
        |ENETUNREACH|EAI_AGAIN|getaddrinfo|no route to host|failed to lookup address|ENOTCACHED|only-if-cached
        |offline mode|GOPROXY=off
      `,
  },
  { code: 'sandbox_denied', says: 'this place is read-only in the sandbox', found: /read-only file system|EROFS/i },
  {
    code: 'sandbox_denied',
    says: 'the sandbox allows no new user, mount or namespace',
    found: /unshare failed|must be suid|effective uid is not 0/i,
  },
]

const FAILURES: readonly Sign[] = [
  { code: 'command_failed', says: 'permission denied', found: /permission denied/i },
  { code: 'command_failed', says: 'no such file or directory', found: /no such file or directory/i },
]

const OVERRUNS: Readonly<Record<Exclude<EndReason, 'exit'>, readonly [FaultCode, string]>> = {
  timeout: ['tool_timeout', 'it did not finish in its time'],
  cancelled: ['tool_cancelled', 'it was cancelled'],
  processes: ['sandbox_denied', 'it started more processes than a command may have (max_processes)'],
  memory: ['sandbox_denied', 'it used more memory than a command may have (max_memory_mib)'],
  disk: ['sandbox_denied', 'it wrote more than a command may write (max_disk_mib)'],
  files: ['sandbox_denied', 'it made more files than a command may make (max_files)'],
  output: ['sandbox_denied', 'it did not stop printing'],
}

export type Ended = { readonly envelope: Envelope; readonly ending: EndReason; readonly confined: boolean }

/** The fault that an end stands for, if any; most exit codes are none. */
export function faultOfEnd({ envelope, ending, confined }: Ended): Fault | undefined {
  const { exit_code, stderr, stdout } = envelope
  if (ending !== 'exit') return tell(OVERRUNS[ending][0], OVERRUNS[ending][1], envelope)
  if (exit_code === 0) return undefined
  if (exit_code === 126) return tell('command_refused', 'the program cannot be executed', envelope)
  if (exit_code === 127) return tell('command_failed', 'there is no such program', envelope)
  const denial = confined ? DENIALS.find(({ found }) => found.test(stderr.trim() === '' ? stdout : stderr)) : undefined
  const sign = denial ?? FAILURES.find(({ found }) => found.test(stderr))
  return sign && tell(sign.code, sign.says, envelope)
}

const MAX_QUOTED = 600

/** The exit code, the category (by the code's row in the table) and the message; the envelope stands in the detail. */
function tell(code: FaultCode, says: string, envelope: Envelope): Fault {
  const quoted = envelope.stderr.trim().slice(-MAX_QUOTED).toWellFormed()
  return fault(
    code,
    `The command ended with exit code ${envelope.exit_code}: ${says}.${quoted === '' ? '' : ` stderr: ${quoted}`}`,
    {
      ...envelope,
    },
  )
}
