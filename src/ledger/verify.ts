import { type LedgerIndex, type Receipt, isJsonObject, messageOf, sha256, textOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { type Entry, decodeLine, hasValidMac } from './entry.ts'
import type { Finding } from './finding.ts'
import { type Head, decodeHead, rootHex } from './head.ts'
import { HEAD, SECRET } from './index-rows.ts'
import type { Mac } from './keys.ts'
import { EMPTY_ROOT, TreeBuilder, leafHash } from './merkle.ts'
import { readLog } from './read-log.ts'
import { expectedSignature, hasValidSignature, isReceipt } from './receipt.ts'
import { SECRET_PATH } from './secret.ts'
import { checkNotes, openNotes } from './verify-notes.ts'
import { ViewChecker } from './verify-views.ts'

export type Verification = {
  readonly entries: number
  readonly receipts: number
  readonly verified: number
  /** Receipts whose key is no longer there: the log vouches for them, their own signature cannot be checked. */
  readonly uncheckable: number
  readonly failed: readonly Finding[]
  readonly checkpoint: { readonly size: number; readonly root: string } | null
}

export type VerifyParts = {
  readonly disk: Disk
  readonly index: LedgerIndex
  readonly mac: Mac
  /** Makes receipt signatures, by the id of the key; undefined when that key is not at hand. */
  readonly receiptMac: (keyId: string) => Mac | undefined
  readonly publicKey: Uint8Array
  /** A note that was kept elsewhere, to be held against this log. */
  readonly note?: string
  /** Only receipts of this session, or this one, are counted; findings of the log itself are always told. */
  readonly session?: string
  readonly receipt?: string
}

const LOG = 'log'

/** Reads every line of every record and says what does not agree. */
export function verifyLedger(given: VerifyParts): Verification {
  const strange: Finding[] = []
  const parts = { ...given, disk: patientDisk(given.disk, strange) }
  const stored = parts.index.get(HEAD)
  const head = stored ? decodeHead(stored) : undefined
  const notes = openNotes(parts)
  const sizes = new Set(notes.opened.map(({ checkpoint }) => checkpoint.size))
  const log = walkLog(parts, sizes, head?.frontier.size ?? 0)
  const rest = [...log.views.end(), ...notes.findings, ...checkNotes(notes.opened, log), ...checkSecret(parts)]
  // Of a log that comes from somewhere else nothing more can be said, least of all line by line.
  const all = [...strange, ...(head ? [...log.findings, ...checkHead(head, log, parts), ...rest] : checkForeign(log))]
  // What is wrong with the log itself concerns every session.
  const isTold = ({ session, file }: Finding): boolean =>
    file === LOG || parts.session === undefined || session === null || session === parts.session
  const failed = [...all.filter(isTold), ...missingReceipt(parts, log.counts.receipts)]
  const { receipts, verified, uncheckable } = log.counts
  const newest = notes.opened.map(({ checkpoint }) => checkpoint).toSorted((a, b) => b.size - a.size)[0]
  const checkpoint = newest ? { size: newest.size, root: newest.root.toString('hex') } : null
  return { entries: log.size, receipts, verified, uncheckable, failed, checkpoint }
}

const missingReceipt = ({ receipt, session }: VerifyParts, found: number): readonly Finding[] =>
  receipt === undefined || found > 0
    ? []
    : [
        finding({
          line: null,
          check: 'receipt',
          expected: receipt ?? `receipts of session ${session ?? ''}`,
          actual: 'none in the log',
        }),
      ]

type Walk = {
  readonly size: number
  readonly root: string
  readonly rootsAt: ReadonlyMap<number, string>
  readonly findings: readonly Finding[]
  readonly counts: { receipts: number; verified: number; uncheckable: number }
  readonly views: ViewChecker
}

function walkLog(parts: VerifyParts, sizes: ReadonlySet<number>, known: number): Walk {
  const walk = new LogWalk(parts, known)
  const rootsAt = new Map<number, string>([[0, EMPTY_ROOT.toString('hex')]])
  for (const { bytes, complete } of readLog(parts.disk, { segment: 1, offset: 0 })) {
    // Beyond the head an unfinished line is what a crash leaves; the next opening takes it away.
    if (!complete && walk.tree.size >= known) break
    walk.take(bytes, complete)
    const { size } = walk.tree
    if (sizes.has(size) || size === known) rootsAt.set(size, walk.tree.root().toString('hex'))
  }
  const { tree, counts, views } = walk
  return {
    size: tree.size,
    root: rootsAt.get(known) ?? tree.root().toString('hex'),
    rootsAt,
    findings: walk.findings(),
    counts,
    views,
  }
}

class LogWalk {
  readonly tree = new TreeBuilder()
  readonly counts = { receipts: 0, verified: 0, uncheckable: 0 }
  readonly views: ViewChecker
  readonly #parts: VerifyParts
  readonly #known: number
  readonly #findings: Finding[] = []
  #nextSeq = 1
  #acceptedLines = 0

  constructor(parts: VerifyParts, known: number) {
    this.#parts = parts
    this.#known = known
    this.views = new ViewChecker(parts.disk)
  }

  take(bytes: Buffer, complete: boolean): void {
    this.tree.add(leafHash(bytes))
    const line = this.tree.size
    const text = bytes.toString()
    const entry = decodeLine(text)
    if (entry && !complete)
      this.#findings.push(
        finding({ line, check: 'cut', expected: 'a line that ends with a line break', actual: 'no line break' }),
      )
    const isOurs = line <= this.#known || hasValidMac(text, this.#parts.mac)
    if (entry && isOurs) return this.#check(entry, line)
    this.#findings.push(finding({ line, check: 'line', expected: 'an entry of this log', actual: excerpt(text) }))
    this.#nextSeq += 1
  }

  /** What a person has accepted as it was is not found again. */
  findings(): readonly Finding[] {
    return this.#findings.filter(({ line }) => line === null || line > this.#acceptedLines)
  }

  #check(entry: Entry, line: number): void {
    const accepted = acceptedSize(entry)
    if (accepted !== undefined) this.#acceptedLines = Math.max(this.#acceptedLines, accepted)
    else if (entry.seq !== this.#nextSeq) this.#findings.push(outOfOrder(entry, line, this.#nextSeq))
    this.#nextSeq = entry.seq + 1
    checkReceipt(entry, { line, parts: this.#parts, counts: this.counts, findings: this.#findings })
    this.views.expect(entry, { number: line, isNoted: line <= this.#known })
  }
}

function acceptedSize({ type, body }: Entry): number | undefined {
  const { event, kind, found } = body
  if (type !== 'system' || event !== 'accepted') return undefined
  return kind === 'changed' && isJsonObject(found) ? Number(found['size']) : 0
}

const outOfOrder = (entry: Entry, line: number, expected: number): Finding =>
  finding({ line, check: 'seq', expected: String(expected), actual: String(entry.seq), session: sessionOf(entry) })

type ReceiptCheck = {
  readonly line: number
  readonly parts: VerifyParts
  readonly counts: Walk['counts']
  readonly findings: Finding[]
}

function checkReceipt(entry: Entry, { line, parts, counts, findings }: ReceiptCheck): void {
  const { receipt } = entry.body
  if (!isReceipt(receipt) || !isWanted(receipt, parts)) return
  counts.receipts += 1
  const mac = parts.receiptMac(receipt.key_id)
  if (!mac) {
    counts.uncheckable += 1
    return
  }
  if (hasValidSignature(receipt, mac)) counts.verified += 1
  else {
    const { signature: actual, session_id: session } = receipt
    findings.push(finding({ line, check: 'signature', expected: expectedSignature(receipt, mac), actual, session }))
  }
}

const isWanted = ({ session_id, receipt_id }: Receipt, { session, receipt }: VerifyParts): boolean =>
  (session === undefined || session_id === session) && (receipt === undefined || receipt_id === receipt)

/** Size and root against what this machine remembers; if they differ, the macs tell which line. */
function checkHead(head: Head, { size, root, findings }: Walk, parts: VerifyParts): readonly Finding[] {
  const { frontier } = head
  const cut =
    size < frontier.size
      ? [finding({ line: size + 1, check: 'cut', expected: `${frontier.size} lines`, actual: `${size} lines` })]
      : []
  const wanted = rootHex(frontier)
  if (root === wanted) return cut
  const edited = [...editedLines(parts, frontier.size)]
  const isTold = edited.length + cut.length + findings.length > 0
  return [
    ...cut,
    ...edited,
    ...(isTold ? [] : [finding({ line: null, check: 'root', expected: wanted, actual: root })]),
  ]
}

function* editedLines({ disk, mac }: VerifyParts, size: number): Generator<Finding> {
  let line = 0
  for (const { bytes } of readLog(disk, { segment: 1, offset: 0 })) {
    line += 1
    const text = bytes.toString()
    if (line <= size && !hasValidMac(text, mac)) {
      const entry = decodeLine(text)
      yield finding({
        line,
        check: 'mac',
        expected: 'the mac of the line as it was written',
        actual: excerpt(text),
        session: sessionOf(entry),
      })
    }
  }
}

function checkForeign({ size }: Walk): readonly Finding[] {
  const [expected, actual] = ['a log that this machine wrote', `${size} lines of unknown origin`]
  return size === 0 ? [] : [finding({ line: 1, check: 'unknown_log', expected, actual })]
}

const MAX_SECRET = 65_536

function checkSecret({ disk, index }: VerifyParts): readonly Finding[] {
  const expected = textOf(index.get(SECRET)?.['sha256'])
  if (expected === '') return []
  const size = disk.size(SECRET_PATH)
  const actual = size === undefined ? 'missing' : sha256(disk.read(SECRET_PATH, 0, Math.min(size, MAX_SECRET)))
  return actual === expected
    ? []
    : [{ session: null, file: SECRET_PATH, line: null, check: 'secret', expected, actual }]
}

type FindingFacts = {
  readonly line: number | null
  readonly check: string
  readonly expected: string
  readonly actual: string
  readonly session?: string | null
}
const finding = ({ session = null, ...told }: FindingFacts): Finding => ({ session, file: LOG, ...told })

function sessionOf(entry: Entry | undefined): string | null {
  const told = entry?.body['receipt'] ?? entry?.body['audit']
  return isJsonObject(told) ? textOf(told['session_id']) : null
}

const MAX_EXCERPT = 120
const excerpt = (text: string): string => (text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text)

/** For looking only: what is no plain file or folder is noted as found and then treated as if it were not there. */
function patientDisk(disk: Disk, findings: Finding[]): Disk {
  const told = new Set<string>()
  const strange = (file: string, thrown: unknown): void => {
    if (told.has(file)) return
    told.add(file)
    findings.push({
      session: null,
      file,
      line: null,
      check: 'file',
      expected: 'a plain file or folder',
      actual: messageOf(thrown),
    })
  }
  function attempt<T>(path: string, work: () => T, otherwise: T): T {
    try {
      return work()
    } catch (thrown) {
      strange(path, thrown)
      return otherwise
    }
  }
  return {
    ...disk,
    list: path => attempt(path, () => disk.list(path), []),
    size: path => attempt(path, () => disk.size(path), undefined),
    read: (path, from, length) => attempt(path, () => disk.read(path, from, length), new Uint8Array()),
  }
}
