import { fault, type JsonObject } from '../../../core/index.ts'
import { type ForgetReport, forgetSession } from '../../../runtime/index.ts'
import type { SessionInfo } from '../../../session/index.ts'
import { confirm } from '../authority/confirm.ts'
import { EXIT } from '../failure.ts'
import { asFailure, orThrow, type PlaceFlags, withRuntime } from '../open-runtime.ts'
import { type Terminal, visibleInLine } from '../terminal.ts'
import { columnsOf, fitLine } from './fit-line.ts'

type SessionsFlags = PlaceFlags & { readonly number: number }

/** `sessions list`: the conversations of this workspace, the most recent first. */
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
  const when = updated.slice(0, 16).replace('T', ' ')
  const about = `${when}  ${turns} ${turns === 1 ? 'turn' : 'turns'}  ${visibleInLine(model ?? 'no model')}`
  out(`${paint('bold', visibleInLine(id))}  ${paint('dim', about)}`)
  out(`  ${fitLine(title, columnsOf(process.stdout) - 3)}`)
}

type ForgetSessionFlags = PlaceFlags & { readonly yes?: boolean }

const LEAVES =
  'Its messages, events and summaries are deleted at once and for good, ' +
  'with facts from it that still wait for your answer. Facts you approved stay.'
const STAYS = 'The ledger is append-only: receipts and records of this session stay.'

export function forgetConversation(id: string, flags: ForgetSessionFlags, terminal: Terminal): Promise<number> {
  return withRuntime(flags, terminal, async runtime => {
    const info = await runtime.sessions.info(id)
    if (!info)
      throw asFailure(
        fault('resource_unknown', `There is no session ${shortened(id)}. To see all ids: countersign sessions list`),
      )
    terminal.err(`${describe(info)}\n${LEAVES} ${STAYS}`)
    const by = await confirm(flags, terminal, { to: 'delete it', sayYes: 'to delete it for good' })
    if (by === undefined) {
      terminal.err('Nothing was deleted.')
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
  terminal.out(`Deleted. ${STAYS}`)
  if (!isErased)
    terminal.err('Another process has the file open, so some bytes stay in sessions.db until they are overwritten.')
}
