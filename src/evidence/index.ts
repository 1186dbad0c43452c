import { lazily } from '../core/index.ts'
import type { CheckedAnswer } from './check-evidence.ts'
import type { EvidenceRequest } from './evidence-request.ts'

export type { CheckedAnswer } from './check-evidence.ts'
export { type EvidenceContract, kindOwed } from './contract.ts'
export type { EvidenceRequest, EvidenceSources, ListedReceipt } from './evidence-request.ts'
export { evidenceSettings } from './settings.ts'

// Loaded with the first answer: no prompt needs it.
const check = lazily(() => import('./check-evidence.ts'))
const streaming = lazily(() => import('./may-cite.ts'))
const claims = lazily(() => import('./find-unran.ts'))

export const checkEvidence = async (asked: EvidenceRequest): Promise<CheckedAnswer> =>
  (await check()).checkEvidence(asked)

/** See `brokenCheck`. */
export const brokenCheck = async (text: string, thrown: unknown): Promise<CheckedAnswer> =>
  (await check()).brokenCheck(text, thrown)

/** Whether a piece of an answer may be shown before the whole is checked; see `mayCite`. */
export const loadMayCite = async (): Promise<(piece: string) => boolean> => (await streaming()).mayCite

type FindUnran = typeof import('./find-unran.ts').findUnran

/** See `findUnran`. */
export const findUnran = async (...given: Parameters<FindUnran>): Promise<readonly string[]> =>
  (await claims()).findUnran(...given)
