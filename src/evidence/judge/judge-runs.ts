import type { EvidenceFinding, Receipt } from '../../core/index.ts'
import { readNumber } from '../reply/number-words.ts'
import type { Sentence } from '../reply/sentences.ts'
import { outputOf } from './backing.ts'
import { type Case, finding } from './case.ts'

const RUN =
  /\b(?:tests?|specs?|suite|build|builds|lint(?:er|ing)?|type ?checks?|command|script|compil\w+|pipeline|npm|pytest|cargo|make|exit(?:ed)?|CI|\d+ (?:passed|failed|passing|failing)|(?:everything|all|both|each|none)(?: of them)? (?:now |still )?(?:pass(?:e[sd])?|fail(?:s|ed)?|is green|are green))\b/i
const RUNS = /shell|bash|exec|run|command|term|test|build/i
const TESTS = /\b(?:tests?|specs?|suite)\b/i
const WELL =
  /\b(?:pass(?:e[sd]|ing)?|green|succeed(?:s|ed)?|success(?:ful(?:ly)?)?|clean(?:ly)?|compiles?|builds fine|(?:no|zero|0|without) (?:any )?(?:errors?|failures?|problems?|warnings?|issues?|failing tests)|nothing (?:failed|broke)|none (?:failed|fails)|works?|fine|ok(?:ay)?)\b/i
const BADLY =
  /\b(?:fail(?:s|ed|ing|ures?)?|red|broke|broken|breaks|errors?|crash(?:es|ed)?|not pass|n['’]t pass|exit code [1-9])\b/i
const NO_FAULT =
  /\b(?:no|zero|0|without|none|nothing|not a single)\s(?:\w{1,12}\s)?(?:fail\w*|errors?|tests? fail\w*)|\b(?:fail\w*|errors?):?\s(?:0|none|zero)\b|\bnone\s(?:of \w+ )?fail\w*/gi
const OPEN =
  /\?["”’)\]*_\s]*$|\b(?:if|unless|once|should|would|could|might|may|must|will|want|please|try|before|until|when(?! I (?:ran|run|tested|tried))|whether|can|to (?:see|check|make sure))\b|\b(?:not|n['’]t) (?:\w+ )?(?:run|ran|executed|tested)\b/i

/** What is said to have come of a run, held against the last receipt of one. */
export function judgeRuns(sentences: readonly Sentence[], { sound, request }: Case): readonly EvidenceFinding[] {
  const runs = request.sources.receipts
    .filter(({ valid, receipt }) => valid && (sound.some(each => each.receipt === receipt) || isEnd(receipt)))
    .map(({ receipt }) => receipt)
    .filter(({ tool_id }) => RUNS.test(tool_id))
  if (runs.length === 0) return judgeNeverRun(sentences, request.asked ?? '')
  const named = sentences
    .filter(({ hidden }) => !OPEN.test(hidden))
    .flatMap(sentence => judgeNamedTest(sentence, runs) ?? [])
  if (named.length > 0) return named
  return sentences
    .filter(({ hidden }) => RUN.test(hidden) && !OPEN.test(hidden))
    .flatMap(sentence => judgeRun(sentence, runs) ?? [])
}

const OUTCOME = /\b\d{1,6} (?:tests? )?(?:passed|failed|passing|failing)\b|\bexit(?:ed)? (?:with )?(?:code|status) \d/i
const IS_GIVEN = /\b(?:you|your|example|e\.g|like this|looks? like)\b/i

/** Counts of passed and failed come out of a run and nowhere else, unless the person told them. */
function judgeNeverRun(sentences: readonly Sentence[], asked: string): readonly EvidenceFinding[] {
  const told = OUTCOME.test(asked) ? [] : sentences
  return told
    .filter(({ hidden }) => OUTCOME.test(hidden) && !OPEN.test(hidden) && !IS_GIVEN.test(hidden))
    .map(({ text }) => finding(text, 'tool_claim_unbacked', 'Nothing was run in this session.'))
}

const FAILED_LINE = /✗|✘|×|❌|\bnot ok\b|\bFAIL(?:ED)?\b/
const PASSED_LINE = /✓|✔|√|✅|^\s*ok\b|\bPASS(?:ED)?\b/

/** A test by its name, and what the last run has in its line. */
function judgeNamedTest({ text, hidden, quotes }: Sentence, runs: readonly Receipt[]): EvidenceFinding | undefined {
  const receipt = runs.at(-1)
  if (receipt === undefined || quotes.length !== 1) return undefined
  const line = outputOf(receipt)
    .split('\n')
    .find(each => each.toLowerCase().includes(quotes[0]?.words.trim().toLowerCase() ?? '\0'))
  const isWell = WELL.test(hidden) && !BADLY.test(hidden) && !/\b(?:not|never|no longer)\b|n['’]t\b/i.test(hidden)
  const isBad = BADLY.test(hidden) && !WELL.test(hidden)
  const isWrong = line !== undefined && ((isWell && FAILED_LINE.test(line)) || (isBad && PASSED_LINE.test(line)))
  return isWrong
    ? finding(text, 'tool_claim_unbacked', {
        because: `That run says: ${line.trim().slice(0, 120)}`,
        receipt: receipt.receipt_id,
      })
    : undefined
}

/** A command that ran and ended badly was run all the same. */
const isEnd = ({ outputs }: Receipt): boolean => outputs.error?.['code'] === 'command_failed'

function judgeRun({ text, hidden }: Sentence, runs: readonly Receipt[]): EvidenceFinding | undefined {
  const ofTests = TESTS.test(hidden)
    ? runs.filter(receipt => TESTS.test(JSON.stringify(receipt.inputs) + outputOf(receipt)))
    : []
  const receipt = (ofTests.length > 0 ? ofTests : runs).at(-1)
  if (receipt === undefined) return undefined
  const output = outputOf(receipt)
  const ended = endOf(receipt, output)
  const saysBadly = BADLY.test(hidden.replace(NO_FAULT, ' '))
  const saysWell = WELL.test(hidden) || hidden.replace(NO_FAULT, ' ') !== hidden
  const tell = (because: string): EvidenceFinding =>
    finding(text, 'tool_claim_unbacked', { because, receipt: receipt.receipt_id })
  if (ended === 'badly' && saysWell && !saysBadly) return tell('The receipt of that run shows a failure.')
  if (ended === 'well' && saysBadly && !saysWell) return tell('The receipt of that run shows no failure.')
  const wrong = wrongCode(hidden, output) ?? wrongNumber(hidden, output)
  return wrong === undefined ? undefined : finding(text, 'count_wrong', { because: wrong, receipt: receipt.receipt_id })
}

const FAILURES =
  /\b[1-9]\d{0,6} (?:tests? )?(?:fail(?:ed|ing|ures?)?|errors?)\b|\bfail(?:ed|ures?|ing)?: ?[1-9]|^\s*(?:✗|✘|❌|not ok|FAIL\b)/im

function endOf({ outputs }: Receipt, output: string): 'well' | 'badly' | undefined {
  const code = /"?exit[_ ]code"?[:\s]{1,3}(\d{1,3})/i.exec(output)?.[1]
  if (outputs.error !== undefined || (code !== undefined && code !== '0')) return 'badly'
  if (FAILURES.test(output.replaceAll('\\n', '\n'))) return 'badly'
  return code === '0' ? 'well' : undefined
}

const NUMBER = '(\\d{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)'
const counted = (verb: string): RegExp =>
  new RegExp(
    `\\b${NUMBER} (?:of (?:the |them )?(?:\\w+ )?)?(?:tests? |specs? |cases? )?(?:have |has |is |are |were |was |now |all )*${verb}`,
    'gi',
  )
const TOTAL = new RegExp(`\\b(?:has|have|ran|of|all|are) (?:the )?${NUMBER} tests?\\b`, 'i')
const SAID: readonly (readonly [what: string, said: RegExp, shown: RegExp])[] = [
  ['passed', counted('pass(?:e[sd]|ing)?\\b'), /(\d{1,6}) pass(?:ed|ing)?\b|\bpass(?:ed|ing)?: ?(\d{1,6})/gi],
  ['failed', counted('fail(?:s|ed|ing|ures?)?\\b'), /(\d{1,6}) fail(?:ed|ing)?\b|\bfail(?:ed|ing)?: ?(\d{1,6})/gi],
]

const EXIT_CODE = /\bexit(?:ed|s)?(?: with)?(?:[ _]?(?:code|status))?[:\s]{1,3}(?:code |status |of )?(\d{1,3})\b/i

function wrongCode(hidden: string, output: string): string | undefined {
  const [said, shown] = [EXIT_CODE.exec(hidden)?.[1], EXIT_CODE.exec(output.replaceAll('"', ''))?.[1]]
  return said === undefined || shown === undefined || said === shown
    ? undefined
    : `The receipt of that run shows exit code ${shown}.`
}

/** "Two passed" where the output counts otherwise; an output that counts nothing proves nothing either way. */
function wrongNumber(hidden: string, output: string): string | undefined {
  const all = Number(
    TOTAL.exec(hidden)?.[1]?.replace(/^[a-z]+$/i, word => String(readNumber(word) ?? '')) ?? Number.NaN,
  )
  const counts = [...output.matchAll(/(\d{1,6}) (?:pass|fail)(?:ed|ing)?\b/gi)].map(match => Number(match[1]))
  const sum = counts.reduce((total, each) => total + each, 0)
  if (Number.isFinite(all) && counts.length > 0 && all !== sum && !counts.includes(all))
    return `The receipt of that run counts ${sum} tests, not ${all}.`
  for (const [what, said, shown] of SAID) {
    const numbers = [...output.matchAll(shown)].map(match => Number(match[1] ?? match[2]))
    const wrong = [...hidden.matchAll(said)]
      .map(([, word = '']) => (/^\d/.test(word) ? Number(word) : readNumber(word)))
      .find(number => number !== undefined && numbers.length > 0 && !numbers.includes(number))
    if (wrong !== undefined) return `The receipt of that run counts ${numbers.join(' or ')} ${what}, not ${wrong}.`
  }
  return undefined
}
