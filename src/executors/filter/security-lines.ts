import { longPattern } from '../../core/index.ts'

export type SecurityPattern = { readonly id: string; readonly pattern: RegExp }

/** Lines that a person must see whatever else is left out; compared without case. */
export const SECURITY_PATTERNS: readonly SecurityPattern[] = [
  {
    id: 'login_failed',
    pattern: /(?:auth\w{0,12}|login|sign-?in) (?:has )?(?:failed|failure|error)|invalid (?:credentials|password|token)/,
  },
  {
    id: 'status_401_403',
    pattern: /(?:http\S{0,8}|status(?: code)?|error|returned)[ :=]{1,3}40[13]\b|\b40[13] (?:unauthori[sz]ed|forbidden)/,
  },
  { id: 'access_refused', pattern: /\b(?:unauthori[sz]ed|forbidden|access (?:is )?denied)\b/ },
  { id: 'permission_denied', pattern: /permission denied|operation not permitted|\b(?:EACCES|EPERM)\b/ },
  { id: 'panic', pattern: /\bpanic(?:ked)?(?: at\b|:)|\bkernel panic\b|\bfatal error\b/ },
  { id: 'unsafe', pattern: /\bunsafe\b/ },
  { id: 'unused_result', pattern: /unused [^\n]{0,60}that must be used|unhandled (?:promise rejection|exception)/ },
  {
    id: 'weak_cryptography',
    pattern: /weak (?:cipher|hash|key|algorithm|encryption|password)|insecure (?:hash|random|algorithm)/,
  },
  {
    id: 'injection',
    pattern: longPattern()`
        (?:sql|command|code|ldap|template|header|prompt) injection|cross-site scripting|\bxss\b
        |(?:path|directory) traversal
      `,
  },
  {
    id: 'advisory_id',
    pattern: /\b(?:CVE-\d{4}-\d{4,7}|GHSA(?:-[a-z0-9]{4}){3}|RUSTSEC-\d{4}-\d{4}|PYSEC-\d{4}-\d{1,6}|GO-\d{4}-\d{4})\b/,
  },
  { id: 'vulnerability', pattern: /\bvulnerabilit(?:y|ies)\b|\bvulnerable\b/ },
  { id: 'security_notice', pattern: /security (?:advisory|warning|issue|alert|update|notice|risk)/ },
  {
    id: 'certificate',
    pattern: longPattern()`
        certificate [^\n]{0,40}(?:expired|revoked|untrusted|not trusted|verify failed|mismatch|invalid)
        |self[- ]signed certificate|\bx509:
      `,
  },
  {
    id: 'insecure_connection',
    pattern: longPattern()`
        insecure (?:connection|protocol|request|registry)
        |(?:tls|ssl)[^\n]{0,30}(?:handshake fail|verification (?:failed|disabled)|error)
      `,
  },
  {
    id: 'memory_safety',
    pattern: longPattern()`
        (?:buffer|stack|heap|integer)[- ]overflow|use[- ]after[- ]free|segmentation fault|data race|addresssanitizer
        |out[- ]of[- ]bounds
      `,
  },
  {
    id: 'exposed_secret',
    pattern: longPattern()`
        (?:secret|credential|token|api key|password|private key)s? (?:was |were |is |are )?(?:leaked|exposed
        |detected|found in)|hard-?coded (?:secret|password|credential|key)
      `,
  },
  {
    id: 'privileges',
    pattern: /privilege escalation|world[- ]writable|\bsetuid\b|not in the sudoers file|running as root/,
  },
]

/** The lines of a text that say something about security, in order, each once. */
export type FindSecurityLines = (text: string) => readonly string[]

export function createFindSecurityLines(): FindSecurityLines {
  const built = new RegExp(SECURITY_PATTERNS.map(({ pattern }) => pattern.source).join('|'), 'i')
  return text => [...new Set(text.split('\n').filter(line => built.test(line)))]
}

const SECURITY_HEADING = 'Security warnings (preserved)'
const LONGEST_LINE = 1000 // a line of a minified file must not come back whole

/** What the filters left, and under a heading every line about security that they dropped. */
export function preserveSecurityLines(before: string, after: string, find: FindSecurityLines): string {
  if (before === after) return after
  const kept = new Set(after.split('\n').map(tidy))
  const dropped = find(before)
    .map(tidy)
    .filter(line => line !== '' && !kept.has(line))
  if (dropped.length === 0) return after
  return [
    after.trimEnd(),
    '',
    SECURITY_HEADING,
    ...dropped.map(line => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line)),
  ].join('\n')
}

// oxlint-disable-next-line no-control-regex -- terminals begin their codes with this character
const COLOURS = /\u001b\[[0-9;?]{0,16}[A-Za-z]/g
const tidy = (line: string): string => line.replaceAll(COLOURS, '').trim()
