import { dirname } from 'node:path'
import { type Clock, type HeldIndex, canonicalJson, textOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { type Entry, decodeLine } from './entry.ts'
import { viewKey } from './index-rows.ts'
import { readLog } from './read-log.ts'
import { viewText, viewsOf } from './views.ts'

type ViewState = { readonly size: number; readonly durable: number; readonly boot: string }
type ViewParts = { readonly disk: Disk; readonly clock: Clock }

/** Appends what these entries say to the files that are made from the log. The caller holds the index. */
export async function writeViews(entries: readonly Entry[], held: HeldIndex, { disk, clock }: ViewParts): Promise<void> {
  const texts = new Map<string, string>()
  for (const { file, value } of entries.flatMap(viewsOf)) texts.set(file, (texts.get(file) ?? '') + viewText(value))
  for (const [file, text] of texts) {
    const state = stateOf(file, held)
    disk.makeFolder(folderOf(file))
    const start = trimLeftover(file, state, disk)
    const bytes = Buffer.from(text)
    await disk.append(file, start, bytes)
    held.set(viewKey(file), { size: start + bytes.length, durable: state.durable, boot: clock.boot })
  }
}

const folderOf = (file: string): string => (dirname(file) === '.' ? '' : dirname(file))

function stateOf(file: string, held: HeldIndex): ViewState {
  const known = held.get(viewKey(file))
  return { size: Number(known?.['size'] ?? 0), durable: Number(known?.['durable'] ?? 0), boot: textOf(known?.['boot']) }
}

/** A process that died after it wrote here and before that was noted left lines which come again now. A shorter file is left to `verify`. */
function trimLeftover(file: string, { size }: ViewState, disk: Disk): number {
  const actual = disk.size(file) ?? 0
  if (actual > size) disk.truncate(file, size)
  return Math.min(actual, size)
}

/** After a power cut the unflushed ends of these files may be gone; what the log says is written again, nothing else is touched. */
export async function restoreViews(files: readonly string[], held: HeldIndex, parts: ViewParts): Promise<void> {
  for (const file of files) {
    const state = stateOf(file, held)
    const actual = parts.disk.size(file) ?? 0
    if (actual >= state.size || actual < state.durable || state.boot === parts.clock.boot) continue
    const whole = Buffer.from(expectedText(file, parts.disk))
    const isBeginning = Buffer.from(parts.disk.read(file, 0, actual)).equals(whole.subarray(0, actual))
    if (!isBeginning) continue
    const missing = whole.subarray(actual, state.size)
    await parts.disk.append(file, actual, missing)
    held.set(viewKey(file), { ...state, boot: parts.clock.boot })
  }
}

function expectedText(file: string, disk: Disk): string {
  let text = ''
  for (const { bytes } of readLog(disk, { segment: 1, offset: 0 })) {
    const entry = decodeLine(bytes.toString())
    for (const view of entry ? viewsOf(entry) : []) if (view.file === file) text += `${canonicalJson(view.value)}\n`
  }
  return text
}

/** From here on a shorter file is no accident. */
export async function syncViews(files: readonly string[], held: HeldIndex, { disk }: Pick<ViewParts, 'disk'>): Promise<void> {
  for (const file of files) {
    const state = stateOf(file, held)
    if (state.durable >= state.size || (disk.size(file) ?? 0) < state.size) continue
    await disk.sync(file)
    held.set(viewKey(file), { ...state, durable: state.size })
  }
}
