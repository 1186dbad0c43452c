import type { Toolbox } from '../core/index.ts'
import type { MeantTool } from './rule-match.ts'

/** As calls are read here. A name that lacks its namespace may come to mean another tool, so no rule rests on it. */
export const meantIn =
  (catalog: Pick<Toolbox, 'find'>): MeantTool =>
  name => {
    const found = catalog.find(name)
    return found?.shortened === true ? undefined : found?.tool
  }
