import type { CallReport } from '../../../runtime/index.ts'
import type { CallReply } from '../shapes.ts'

export const callReply = ({ ok, text, data, receipt, fault, replayed, session }: CallReport): CallReply => ({
  ok,
  text,
  data,
  receipt,
  fault,
  replayed,
  session,
})
