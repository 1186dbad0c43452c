import { type Fault, fault } from '../../core/index.ts'
import type { Endpoint } from '../endpoint.ts'
import { MAX_LINE_BYTES } from './line-reader.ts'

/** Something came that no model server of this kind sends. */
export const unreadable = (sample: string, { base }: Endpoint): Fault =>
  fault(
    'model_reply_unreadable',
    `The server at ${base} sent something that is no part of a reply: ${JSON.stringify(sample)}`,
  )

export const lineTooLong = ({ base }: Endpoint): Fault =>
  fault('model_reply_too_large', `The server at ${base} sent a line of more than ${MAX_LINE_BYTES} bytes.`)
