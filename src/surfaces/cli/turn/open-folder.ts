import type { Result } from '../../../core/index.ts'
import type { Grant } from '../../../permissions/index.ts'
import type { Runtime } from '../../../runtime/index.ts'

const HOUR = 3_600_000
const PRINCIPAL = 'user:local'

/** Grants reading the folder for this session: a person who opens a folder may have it read. */
export const openFolder = (session: string, { broker, sessionHours }: Runtime): Promise<Result<Grant>> =>
  broker.issue({
    capability: 'FileAccess',
    principal: PRINCIPAL,
    session,
    decidedBy: 'opened',
    purpose: 'the folder was opened in chat',
    milliseconds: sessionHours * HOUR,
  })

export const closeFolder = (grant: Grant, { broker }: Runtime): Promise<Result<Grant>> => broker.revoke(grant.id)
