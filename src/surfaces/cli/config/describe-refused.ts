import type { RefusedValue } from '../../../runtime/index.ts'

export const describeRefused = ({ key, wanted, because }: RefusedValue): string =>
  `The workspace wants ${key} = ${JSON.stringify(wanted)}. This is not used: ${because}.`
