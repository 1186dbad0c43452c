import type { DoctorFinding } from '../shapes.ts'

/** Looks at everything, finding by finding; the same that `countersign doctor` tells. */
export type DoctorSource = (signal: AbortSignal) => AsyncIterable<readonly DoctorFinding[]>
