import { fault, type JsonObject } from '../../../core/index.ts'
import { type ForgetReport, forgetSession } from '../../../runtime/index.ts'
import type { SessionInfo } from '../../../session/index.ts'
import { confirm } from '../authority/confirm.ts'
import { EXIT } from '../failure.ts'
import { asFailure, orThrow, type PlaceFlags, withRuntime } from '../open-runtime.ts'
import { type Terminal, visibleInLine } from '../terminal.ts'
import { columnsOf, fitLine } from './fit-line.ts'

export type SessionsFlags = PlaceFlags & { readonly number: number }

/** The conversations of this workspace, the last used first. */
export async function listSessions(flags: SessionsFlags, terminal: Terminal): Promise<number> {
  const sessions = await withRuntime(flags, terminal, ({ sessions: book }) => book.list({ limit: flags.number }))
  if (flags.json === true) terminal.out(JSON.stringify(sessions.map(sessionJson)))
  else if (sessions.length === 0) terminal.err('No sessions yet. Start one with: countersign chat')
  else for (const session of sessions) printSession(session, terminal)
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

function printSession({ id, title, updated, turns, model }: SessionInfo, { out, paint }: Terminal): void {
  const about = `${updated.slice(0, 16).replace('T', ' ')}  ${turns} ${turns === 1 ? 'turn' : 'turns'}  ${visibleInLine(model ?? 'no model')}`
  out(`${paint('bold', visibleInLine(id))}  ${paint('dim', about)}`)
  out(`  ${fitLine(title, columnsOf(process.stdout) - 3)}`)
}

export type ForgetSessionFlags = PlaceFlags & { readonly yes?: boolean }

const LEAVES =
  'What was said goes at once and for good, with its events, its summaries and the facts of it that wait for your answer. Facts that you approved stay.'
const STAYS = 'The ledger is append-only: its receipts and records of this session stay.'

export function forgetConversation(id: string, flags: ForgetSessionFlags, terminal: Terminal): Promise<number> {
  return withRuntime(flags, terminal, async runtime => {
    const info = await runtime.sessions.info(id)
    if (!info)
      throw asFailure(
        fault('resource_unknown', `There is no session ${shortened(id)}. countersign sessions list shows all ids.`),
      )
    terminal.err(`${describe(info)}\n${LEAVES} ${STAYS}`)
    const by = await confirm(flags, terminal, { to: 'forget it', sayYes: 'if it may go for good' })
    if (by === undefined) {
      terminal.err('Not forgotten.')
      return EXIT.refused
    }
    const report = orThrow(await forgetSession({ session: id, by: `user:${by}` }, runtime))
    if (flags.json === true) terminal.out(JSON.stringify(asJson(report)))
    else reportForgotten(report, terminal)
    return EXIT.done
  })
}

const shortened = (id: string): string => visibleInLine(id.slice(0, 64).toWellFormed())

const describe = ({ id, title, turns }: SessionInfo): string =>
  `${visibleInLine(id)}  ${turns} ${turns === 1 ? 'turn' : 'turns'}\n  ${fitLine(title, columnsOf(process.stderr) - 3)}`

const asJson = ({ info, isErased, discarded, revoked }: ForgetReport): JsonObject => ({
  id: info.id,
  forgotten: true,
  turns: info.turns,
  pending_discarded: discarded,
  grants_revoked: revoked,
  erased: isErased,
  ledger: 'kept',
})

function reportForgotten({ isErased }: ForgetReport, terminal: Terminal): void {
  terminal.out(`Forgotten. ${STAYS}`)
  if (!isErased)
    terminal.err(
      'Somebody else reads the file right now, so some bytes of it stay in sessions.db until they are written over.',
    )
}
