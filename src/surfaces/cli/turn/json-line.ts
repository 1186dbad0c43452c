import type { Json } from '../../../core/index.ts'
import { visibleJson } from '../terminal.ts'

/** JSON that can be shown on a terminal whatever text is in it. */
export const jsonLine = (value: Json): string => visibleJson(JSON.stringify(value))
