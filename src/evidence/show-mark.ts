import type { EvidenceFinding, EvidenceVerdict } from '../core/index.ts'
import { standingOf } from './standing.ts'

const SIGNS: Readonly<Record<EvidenceVerdict, string>> = {
  verified: '✓',
  stale: '≈',
  self_written: '✎',
  unbacked: '?',
  failed: '✗',
}
const WORDS: Readonly<Record<EvidenceVerdict, string>> = {
  verified: '',
  stale: ' (changed since it was read)',
  self_written: ' (written in this session)',
  unbacked: ' (not backed by what was read)',
  failed: ' (failed)',
}
const PROTOCOL = /\bACCESS_REQUEST[\s:]*/gi
const LONGEST = 40

/** The Evidence line as people see it: the finding that decides, in short. */
export function showMark(findings: readonly EvidenceFinding[], verdict: EvidenceVerdict): string {
  const deciding = findings.find(({ code }) => standingOf(code) === verdict)
  if (deciding === undefined) return SIGNS[verdict]
  const { file, lines, claim, receipt, code } = deciding
  if (code === 'access_requested') return `? asks for access: ${shorten(claim.replace(PROTOCOL, ''), false)}`
  if (code === 'verified' && file === undefined && receipt !== undefined)
    return `${SIGNS[verdict]} as the tool's own result shows`
  const more =
    new Set(findings.filter(each => each.file !== undefined && standingOf(each.code) === verdict).map(placeOf)).size - 1
  const place =
    file === undefined
      ? ''
      : lines === undefined
        ? ` ${file}`
        : ` ${file}:${lines[0]}${lines[0] === lines[1] ? '' : `-${lines[1]}`}`
  const isQuote = /^["“]/.test(claim)
  const said = isQuote || file === undefined ? ` ${shorten(claim, isQuote)}` : ''
  return `${SIGNS[verdict]}${place}${said === ' ' && receipt !== undefined ? ` ${receipt}` : said}${more > 0 ? ` and ${more} more` : ''}${WORDS[verdict]}`
}

const placeOf = ({ file, lines }: EvidenceFinding): string => `${file ?? ''}:${lines?.join('-') ?? ''}`

function shorten(claim: string, isQuote: boolean): string {
  const words = isQuote ? claim.slice(1, -1) : claim
  if (words.length <= LONGEST) return isQuote ? `"${words}"` : words
  const end = words.lastIndexOf(' ', LONGEST)
  const cut = `${words.slice(0, end > LONGEST / 2 ? end : LONGEST).toWellFormed()}…`
  return isQuote ? `"${cut}"` : cut
}
