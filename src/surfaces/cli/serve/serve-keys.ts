import { isCapability, systemClock } from '../../../core/index.ts'
import { openStateFolder } from '../../../runtime/index.ts'
import { type ApiKey, openKeys } from '../../http/index.ts'
import { EXIT, usageFailure } from '../failure.ts'
import { type PlaceFlags, loadHere, orThrow } from '../open-runtime.ts'
import { type Terminal, visible, resultText } from '../terminal.ts'

export type KeyFlags = PlaceFlags & {
  readonly newKey?: string
  readonly dropKey?: string
  readonly keys?: boolean
  readonly scope?: 'use' | 'approve'
  readonly allow?: readonly string[]
  readonly approval?: 'hold' | 'return' | 'deny'
}

/** `serve --new-key`, `--drop-key`, `--keys`; undefined without these flags. A running server picks up the changes. */
export async function serveKeys(flags: KeyFlags, terminal: Terminal): Promise<number | undefined> {
  if (flags.newKey === undefined && flags.dropKey === undefined && flags.keys !== true) return undefined
  const { workspace, state } = await loadHere(flags)
  // The same folder, with the same rights, that the server opens: it would refuse another one.
  const keys = openKeys(orThrow(openStateFolder({ path: state, workspaceRoot: workspace })).own)
  if (flags.dropKey !== undefined) {
    orThrow(keys.drop(flags.dropKey))
    terminal.out(resultText(flags, { name: flags.dropKey, dropped: true }, 'Dropped.'))
  } else if (flags.newKey !== undefined)
    printNewKey(orThrow(keys.add(newKey(flags.newKey, flags), systemClock.now())), flags, terminal)
  else printKeys(orThrow(keys.list()), flags, terminal)
  return EXIT.done
}

function newKey(
  name: string,
  { scope, allow = [], approval }: KeyFlags,
): Parameters<ReturnType<typeof openKeys>['add']>[0] {
  const unknown = allow.find(each => !isCapability(each))
  if (unknown !== undefined) throw usageFailure(`--allow: unknown capability "${unknown}".`)
  return {
    name,
    scopes: scope === 'approve' ? ['use', 'approve'] : ['use'],
    allow: allow.filter(isCapability),
    approval: approval ?? 'deny',
  }
}

function printNewKey(key: string, { newKey: name, json }: KeyFlags, terminal: Terminal): void {
  terminal.out(resultText({ json }, { name, key }, key))
  terminal.err('Copy the key now: it is not shown again. Programs send it as: Authorization: Bearer …')
}

function printKeys(keys: readonly ApiKey[], { json }: KeyFlags, terminal: Terminal): void {
  const rows = keys.map(({ name, scopes, allow, approval, created }) => ({ name, scopes, allow, approval, created }))
  if (json === true) return terminal.out(JSON.stringify(rows))
  if (rows.length === 0) return terminal.err('No keys yet. Create one with: countersign serve --new-key NAME')
  for (const { name, scopes, allow, approval } of rows)
    terminal.out(
      visible(`${name}  ${scopes.join(', ')}  allows ${allow.join(', ') || 'nothing'}  questions: ${approval}`),
    )
}
