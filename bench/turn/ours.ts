import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Disk } from '../../src/ledger/index.ts'
import type { OwnTool } from '../../src/runtime/index.ts'
import { ledger, runtime } from '../ours.ts'
import { type Begin, QUESTION, RESULT, TOOL } from './peers.ts'

export type Ours = {
  readonly begin: Begin
  readonly flushes: () => number
  readonly check: () => void
  readonly close: () => Promise<void>
}

const TRIVIAL: OwnTool = {
  ...TOOL,
  risk: 'read',
  capability: 'FileAccess',
  input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false },
  execute: () => RESULT,
}

/** `flush: false` leaves out the one thing that only waits for the disk. */
export type How = { readonly flush: boolean; readonly stream: boolean }

/** A real runtime in folders of its own. */
export async function openOurs(url: string, { flush, stream }: How): Promise<Ours> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bench-')))
  const disk = ledger.systemDisk(join(root, '.control-room', 'audit'))
  let flushes = 0
  const counting: Disk = {
    ...disk,
    async sync(path) {
      flushes += 1
      if (flush) await disk.sync(path)
    },
  }
  const flags = new Map([['providers.whole_replies', { value: !stream, origin: 'flag' }]])
  const config = runtime.mergeLayers(runtime.configShape(), { trusted: false, flags })
  const models = await runtime.openModels({ config, environment: {}, main: `${url}#m` })
  if (!models.ok) throw new Error(models.error.message)
  const place = { root, state: `${root}-state`, disk: counting }
  const tools = [TRIVIAL]
  const catalog = runtime.callableCatalog(tools)
  const opened = await runtime.openRuntime({
    ...place,
    config,
    trust: 'Provisional',
    tools,
    catalog,
    models: models.value,
  })
  if (!opened.ok) throw new Error(opened.error.message)
  const at = opened.value
  const begin: Begin = () => {
    let session: string | undefined
    return async () => {
      const report = await runtime.runTurn({ message: QUESTION, allow: ['FileAccess'], session }, at)
      session = report.session
      const { text, receipts } = report
      return receipts.length === 1 ? text : `${receipts.length} receipts, ${text}`
    }
  }
  return {
    begin,
    flushes: () => flushes,
    check() {
      const { failed, verified } = ledger.verifyAll(at.ledgerOptions)
      if (failed.length > 0 || verified === 0) throw new Error('the log of the bench does not verify')
    },
    async close() {
      await at.close()
      for (const folder of [root, `${root}-state`]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
