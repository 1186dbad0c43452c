import type { DoctorFinding } from '../shapes.ts'

/** Looks at everything, finding by finding; the same that `countersign doctor` tells. */
export type DoctorSource = (question: DoctorQuestion) => AsyncIterable<readonly DoctorFinding[]>

/** `model`: the one to look at. */
export type DoctorQuestion = { readonly model: string; readonly signal: AbortSignal }
