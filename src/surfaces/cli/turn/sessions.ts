import type { JsonObject } from '../../../core/index.ts'
import type { SessionInfo } from '../../../session/index.ts'
import { EXIT } from '../failure.ts'
import { type PlaceFlags, withRuntime } from '../open-runtime.ts'
import { type Terminal, visibleInLine } from '../terminal.ts'
import { columnsOf, fitLine } from './fit-line.ts'

export type SessionsFlags = PlaceFlags & { readonly number: number }

/** The conversations of this workspace, the last used first. */
export async function listSessions(flags: SessionsFlags, terminal: Terminal): Promise<number> {
  const sessions = await withRuntime(flags, terminal, ({ sessions: book }) => book.list({ limit: flags.number }))
  if (flags.json === true) terminal.out(JSON.stringify(sessions.map(sessionJson)))
  else if (sessions.length === 0) terminal.err('No sessions yet. Start one with: countersign chat')
  else for (const session of sessions) tellSession(session, terminal)
  return EXIT.done
}

const sessionJson = ({ id, title, created, updated, turns, model, agent }: SessionInfo): JsonObject => ({
  id,
  title,
  created,
  updated,
  turns,
  model,
  agent,
})

function tellSession({ id, title, updated, turns, model }: SessionInfo, { out, paint }: Terminal): void {
  const about = `${updated.slice(0, 16).replace('T', ' ')}  ${turns} ${turns === 1 ? 'turn' : 'turns'}  ${visibleInLine(model ?? 'no model')}`
  out(`${paint('bold', visibleInLine(id))}  ${paint('dim', about)}`)
  out(`  ${fitLine(title, columnsOf(process.stdout) - 3)}`)
}
