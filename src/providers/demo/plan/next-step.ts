import { type PlannedCall, listAllCall, listCall, readCall, searchCall } from './planned-call.ts'
import { planChange, planWriting } from './plan-change.ts'
import { planFile } from './plan-file.ts'
import { planOther } from './plan-other.ts'
import { planUse } from './plan-use.ts'
import { needlesIn } from '../answer/pick-quote.ts'
import { bestFile, filesIn, triesFor } from './rank-files.ts'
import { readResult } from '../prompt/read-result.ts'
import { type Seen, failures, hasHits, pathOf } from './seen.ts'
import type { ShownResult } from '../prompt/sections.ts'
import type { Kit, Role } from './tool-roles.ts'
import type { Wish } from '../understand/wish.ts'
import { contentWords, stemsOf } from '../understand/words.ts'

const MAX_CALLS = 5 // a small model that has not found it by then will not

/** What to call next, or nothing: then it is time to answer. */
export function nextCall(wish: Wish, seen: readonly Seen[], kit: Kit): PlannedCall | undefined {
  if (seen.length >= MAX_CALLS || failures(seen) >= 3) return undefined
  const call = plan(wish, seen, kit)
  return call === undefined || seen.some(earlier => isSame(earlier.call, call)) ? undefined : call
}

function plan(wish: Wish, seen: readonly Seen[], kit: Kit): PlannedCall | undefined {
  switch (wish.kind) {
    case 'talk':
      return undefined
    case 'count':
      return wish.term === undefined ? planList(wish, seen, kit) : planSearch(triesFor(wish.term), seen, kit)
    case 'find':
      return planSearch(triesFor(wish.term), seen, kit)
    case 'about':
      return planSearch(triesFor(wish.term), seen, kit) ?? planReading(contentWords(wish.term), seen, kit)
    case 'ask':
      return (
        planOther(wish, seen, kit) ??
        planSearch(wish.words.slice(0, 3), seen, kit) ??
        planReading(wish.words, seen, kit)
      )
    case 'list':
      return planList(wish, seen, kit)
    case 'read':
      return planFile(wish, seen, kit)
    case 'replace':
      return planChange(wish, seen, kit)
    case 'write':
      return planWriting(wish, seen, kit)
    case 'use':
      return planUse(wish, seen, kit)
  }
}

/** One try after the other, until something is found. Without a tool that searches, files are looked through. */
function planSearch(tries: readonly string[], seen: readonly Seen[], kit: Kit): PlannedCall | undefined {
  if (kit.search === undefined) return seen.length === 0 ? listAllCall(kit) : planReading(tries, seen, kit)
  const next = tries[seen.filter(({ call }) => call?.role === 'search').length]
  return next === undefined || hasHits(seen) ? undefined : searchCall(kit, next)
}

/** The file that promises most and was not read yet; a second one if the first says little. */
function planReading(needles: readonly string[], seen: readonly Seen[], kit: Kit): PlannedCall | undefined {
  const read = seen.filter(({ call }) => call?.role === 'read')
  const enough = kit.search === undefined ? 3 : 2
  const wanted = Math.min(needles.length, 2)
  const isAnswered = read.some(each =>
    each.found.lines.some(line => {
      const inLine = needlesIn(line, needles)
      return inLine.length > 0 && new Set([...inLine, ...needlesIn(pathOf(each) ?? '', needles)]).size >= wanted
    }),
  )
  if (read.length >= enough || isAnswered) return undefined
  const path = bestFile(seen, needles)
  return path === undefined ? undefined : readCall(kit, path)
}

/** The folder that was named; for "the scenes", everything, and then the folder of that name if it was not opened yet. */
function planList(
  wish: { readonly folder?: string; readonly what?: string },
  seen: readonly Seen[],
  kit: Kit,
): PlannedCall | undefined {
  const last = seen.at(-1)
  if (last === undefined) return wish.what === undefined ? listCall(kit, wish.folder) : listAllCall(kit, wish.folder)
  const [near] = last.found.failure === undefined ? [] : last.found.paths
  if (near !== undefined) return listCall(kit, near)
  if (last.found.failure !== undefined && wish.folder !== undefined && seen.length === 1) return listAllCall(kit)
  if (wish.what === undefined || filesIn(last.found.paths).length > 0) return undefined
  const stems = stemsOf(wish.what)
  const folder =
    last.found.paths.find(path => path.endsWith('/') && stems.some(word => stemsOf(path).includes(word))) ??
    last.found.paths.find(path => path.endsWith('/'))
  return folder === undefined ? undefined : listCall(kit, folder.replace(/\/$/, ''))
}

const isSame = (a: PlannedCall | undefined, b: PlannedCall): boolean =>
  a !== undefined && a.tool.name === b.tool.name && JSON.stringify(a.args) === JSON.stringify(b.args)

/**
 * Goes through the results again and remembers which call each of them answers: the model has no memory, and what it planned
 * follows from the question and the results alone.
 */
export function replay(wish: Wish, results: readonly ShownResult[], kit: Kit): readonly Seen[] {
  const seen: Seen[] = []
  for (const result of results) {
    const call = nextCall(wish, seen, kit)
    const isOwn = call !== undefined && sameName(call.tool.name, result.tool)
    seen.push({
      call: isOwn ? call : undefined,
      found: readResult(result, isOwn ? call.role : roleOf(result.tool, kit)),
    })
  }
  return seen
}

const ROLES: readonly Role[] = ['search', 'read', 'list', 'write', 'edit']

const roleOf = (tool: string, kit: Kit): Role | 'other' =>
  ROLES.find(role => sameName(kit[role]?.tool.name ?? '', tool)) ?? 'other'

const sameName = (a: string, b: string): boolean => a.replace(/[-.]/g, '_') === b.replace(/[-.]/g, '_')
