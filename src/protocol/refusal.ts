import type { Fault } from '../core/index.ts'
import type { Move, Rejection } from './reading.ts'

/** A fault of the catalog, with the layer at which it counts. */
export const ofCatalog = (fault: Fault): Rejection => ({
  layer: fault.code === 'tool_call_unknown_tool' ? 'tool' : 'args',
  fault,
  fixups: [],
})

export const refusedByCatalog = (fault: Fault): Move => ({ kind: 'rejected', rejection: ofCatalog(fault) })
