import type { SecretSpan } from '../scan/span.ts'

type OnSpan = (span: SecretSpan) => void
type Tell = (start: number, end: number) => void

const RANK = 3 // what is a secret, too, keeps the secret's name

/** E-mail addresses, IBANs and card numbers: by their form, their length and their check digits. */
export function findPersonal(text: string, onSpan: OnSpan): void {
  const tell =
    (rule: string): Tell =>
    (start, end) =>
      onSpan({ start, end, category: 'personal_data', rule, rank: RANK })
  findAddresses(text, tell('email_address'))
  findNumbers(text, IBAN, tell('iban'))
  findNumbers(text, CARD, tell('card_number'))
}

const SIGN = /[@＠]/gu
// A quote, a slash or a bracket before a name belongs to the text around it.
const BEFORE = /[\p{L}\p{N}_][\p{L}\p{N}.!#$%'*+=^_~-]{0,63}$/u
const HOST = String.raw`(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}`
/** Two numbers at the beginning are those of a version, or of an address on the network. */
const BEHIND = new RegExp(String.raw`^(?!\d+\.\d+\.)${HOST}(?:xn--[a-z\d-]{2,59}|\p{L}{2,63})`, 'iu')
const LONGEST_NAME = 64
const LONGEST_HOST = 260

function findAddresses(text: string, tell: Tell): void {
  for (const { index } of text.matchAll(SIGN)) {
    const name = BEFORE.exec(text.slice(Math.max(0, index - LONGEST_NAME), index))?.[0].length ?? 0
    const host = name > 0 ? (BEHIND.exec(text.slice(index + 1, index + 1 + LONGEST_HOST))?.[0].length ?? 0) : 0
    if (host > 0) tell(index - name, index + 1 + host)
  }
}

/** Numbers that people write in groups. */
type NumberForm = {
  /** Where one may begin, with everything that may belong to it. */
  readonly begins: RegExp
  /** How long one that begins so may be. */
  readonly lengths: (digits: string) => readonly number[]
  /** Without its gaps: is it one, by issuer, length and check digits? */
  readonly holds: (digits: string) => boolean
}

const GAPS = ' -\u00A0'
const GOES_ON = /[\p{L}\p{N}_]/u

function findNumbers(text: string, { begins, lengths, holds }: NumberForm, tell: Tell): void {
  const pattern = new RegExp(begins, 'gu')
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const { digits, ends } = withoutGaps(found[0])
    const { index } = found
    const length = lengths(digits).find(each => {
      const end = ends[each - 1]
      return end !== undefined && !GOES_ON.test(text.charAt(index + end)) && holds(digits.slice(0, each))
    })
    const end = length === undefined ? undefined : ends[length - 1]
    if (end !== undefined) tell(index, index + end)
    pattern.lastIndex = index + (end ?? 1)
  }
}

/** Letters and digits, and where each of them ends. */
function withoutGaps(run: string): { readonly digits: string; readonly ends: readonly number[] } {
  const ends: number[] = []
  let digits = ''
  for (let at = 0; at < run.length; at++) {
    const sign = run.charAt(at)
    if (GAPS.includes(sign)) continue
    digits += sign
    ends.push(at + 1)
  }
  return { digits, ends }
}

/** How long the numbers of each country are, from the register of ISO 13616. */
const COUNTRIES: ReadonlyMap<string, number> = new Map(
  [
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29',
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20',
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29',
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20',
    'YE30',
  ].flatMap(line => line.split(' ').map(each => [each.slice(0, 2), Number(each.slice(2))] as const)),
)

const IBAN: NumberForm = {
  begins: /(?<![\p{L}\p{N}_])[A-Z]{2}\d{2}(?:[ \u00A0-]?[A-Z0-9]){11,30}/u,
  lengths: digits => [COUNTRIES.get(digits.slice(0, 2)) ?? []].flat(),
  holds: digits => remainder(digits) === 1,
}

/** ISO 7064: the number behind its country and check digits, modulo 97. */
function remainder(iban: string): number {
  let rest = 0
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** Issuers and the lengths of their numbers, from ISO/IEC 7812 as the schemes publish them. */
const ISSUED = /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|6\d{15,18})$/

const CARD_LENGTHS = [19, 18, 17, 16, 15, 14, 13]
const CARD: NumberForm = {
  begins: /(?<![\p{L}\p{N}_-]|(?<!\p{L})\.)\d(?:[ \u00A0-]?\d){12,18}/u, // "No.4111…", and no decimals
  lengths: () => CARD_LENGTHS,
  holds: digits => ISSUED.test(digits) && luhn(digits) % 10 === 0,
}

function luhn(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const doubled = Number(digits[digits.length - 1 - at]) * (at % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum
}
