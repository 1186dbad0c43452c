import { longPattern } from '../../../core/index.ts'
import { surprise } from './letter-pairs.ts'

/** Signs of a value that stands for another one: `<your-key>`, `${TOKEN}`, `{{ token }}`. */
const STANDS_FOR = /^(?:<.*>|\[.*\]|\{.*\}|\(.*\))$|\$[{(]|^\$[A-Za-z_]\w*(?:->?|\[.*)?$|^\$[A-Z_]{3}|\{\{|<%|#\{|…|•/
/** The same, but random text may hold them by chance: `%s`, `xxxx`, `****`, `...`. */
const MAY_STAND_FOR = /^(?:%.*%|__.*__|@.*@)$|%[sdv](?![0-9A-Za-z])|%\(|x{4}|X{4}|\*{3}|\.{3}|\$[A-Z_]{3}/
const SAYS_SO = longPattern('i')`
    your|change[-_ ]?(?:me|this|it)|example|placeholder|dummy|sample|redacted|replace|insert|todo|fixme|fake|mock
    |not[-_ ]?(?:a[-_ ]?)?(?:real|secret|set)|goes[-_ ]?here|enter[-_ ]|some[-_ ]
  `
/** Values that repeat their name: `password1`, `csrf_token`, `my-secret-key`. */
const REPEATS_NAME = longPattern('i')`
    (?:my|super|top)?[-_ ]?(?:passw(?:or)?d|secret|token|csrf|test|foo|bar(?![a-z])|api[-_]?key)[-_ ]?(?:key|token
    |value|pass|here)?
  `
const ONLY_SAYS = new Set(
  `password passwd passwort passphrase pass pwd secret secrets token tokens apikey key none null nil undefined void
    true false yes no on off string str number bool boolean object required optional admin administrator root user
    username guest default empty blank unknown hidden masked missing prompt ask always never disabled enabled invalid
    valid basic bearer digest text postgres mysql mongo redis rabbitmq forge laravel letmein qwerty`.split(/\s+/),
)
const LONGEST = 96 // nobody writes a longer one
const SHORTEST_PERIODIC = 18
const LONG_ENOUGH = 8
const RUN_LENGTH = 7 // abcdefgh, 87654321, aaaaaaaa
const [RANDOM_BITS, PLAINLY_RANDOM_BITS] = [4.7, 5.2] // see surprise()

/** A value that is no secret, because it only shows where one belongs. */
export function isPlaceholderValue(value: string): boolean {
  if (isPeriodic(value)) return true
  if (value.length > LONGEST) return STANDS_FOR.test(value) || isMonotone(value)
  if (STANDS_FOR.test(value) || (MAY_STAND_FOR.test(value) && surprise(value) < PLAINLY_RANDOM_BITS)) return true
  const lower = value.toLowerCase()
  if (ONLY_SAYS.has(lower) || isMonotone(lower)) return true
  if (SAYS_SO.test(value)) return isOrdinary(value.replace(SAYS_SO, '-'))
  return REPEATS_NAME.test(value) && !/[!@#$%^&*?~+=]/.test(value) && isOrdinary(value.replace(REPEATS_NAME, '-'))
}

/** What is left says nothing random by itself. */
function isOrdinary(rest: string): boolean {
  if (/[0-9a-f]{16}/i.test(rest)) return false
  return rest.replaceAll(/[^A-Za-z0-9]/g, '').length < LONG_ENOUGH || surprise(rest) < RANDOM_BITS
}

/** The same few characters over and over. */
function isPeriodic(value: string): boolean {
  if (value.length < SHORTEST_PERIODIC) return false
  const period = value.indexOf(value.slice(0, 6), 1)
  return period > 0 && value.length >= 3 * period && value.endsWith(value.slice(0, -period))
}

/** One character repeated, or a row of neighbours such as 12345678, over most of the value. */
function isMonotone(value: string): boolean {
  let [run, longest] = [1, 1]
  let step = Number.NaN
  for (let index = 1; index < value.length; index++) {
    const now = value.charCodeAt(index) - value.charCodeAt(index - 1)
    run = now === step ? run + 1 : 2
    step = Math.abs(now) <= 1 ? now : Number.NaN
    if (run > longest) longest = run
  }
  return longest >= RUN_LENGTH && longest * 2 >= value.length
}
