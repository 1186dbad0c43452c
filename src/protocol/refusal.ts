import type { Fault } from '../core/index.ts'
import { type Move, rejectedAs } from './reading.ts'

/** A fault of the catalog, with the layer at which it counts. */
export function refusedByCatalog(fault: Fault): Move {
  return rejectedAs(fault.code === 'tool_call_unknown_tool' ? 'tool' : 'args', fault)
}
