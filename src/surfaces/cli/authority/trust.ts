import { storedTrust } from '../../../runtime/index.ts'
import { type TrustView, viewTrust } from '../config/load-config.ts'
import { EXIT, usageFailure } from '../failure.ts'
import { processSurroundings, stateFolder } from '../find-workspace.ts'
import { type PlaceFlags, asFailure, withRuntime } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'
import { confirm } from './confirm.ts'

export type TrustFlags = PlaceFlags & { readonly show?: boolean; readonly withdraw?: boolean; readonly yes?: boolean }

/** Shows what the workspace's own files would loosen, and keeps the person's yes with their hashes. */
export async function trust(flags: TrustFlags, terminal: Terminal): Promise<number> {
  const state = stateFolder(processSurroundings())
  const view = await viewTrust({ flags, storedTrust: workspace => storedTrust(state, workspace) })
  if (flags.withdraw === true) return withdraw(flags, terminal)
  if (flags.show === true || flags.json !== true) show(view, flags, terminal)
  if (flags.show === true) return EXIT.done
  const [blind] = view.trustRecord.unreadable
  if (blind)
    throw usageFailure(`${blind.path} cannot be read (${blind.because}), so nobody can know what would be trusted.`)
  const decidedBy = await confirm(flags, terminal, {
    to: 'trust it',
    sayYes: 'if you have seen what trusting changes (--show)',
  })
  if (decidedBy === undefined) return EXIT.refused
  const kept = await withRuntime(flags, terminal, ({ trustStore }) => trustStore.set(view.trustRecord.files, decidedBy))
  if (!kept.ok) throw asFailure(kept.error)
  terminal.out(
    flags.json === true
      ? JSON.stringify({ trusted: true, files: view.trustRecord.files })
      : 'This workspace is trusted as it is now.',
  )
  return EXIT.done
}

async function withdraw(flags: TrustFlags, terminal: Terminal): Promise<number> {
  const done = await withRuntime(flags, terminal, ({ trustStore }) => trustStore.withdraw())
  if (!done.ok) throw asFailure(done.error)
  terminal.out(flags.json === true ? JSON.stringify({ trusted: false }) : 'This workspace is no longer trusted.')
  return EXIT.done
}

function show(
  { workspace, trust: state, trustRecord, loosens }: TrustView,
  flags: TrustFlags,
  terminal: Terminal,
): void {
  const files = trustRecord.files
  if (flags.json === true) {
    terminal.out(JSON.stringify({ workspace, state, files, unreadable: trustRecord.unreadable, loosens }))
    return
  }
  const { paint } = terminal
  terminal.out(
    `${paint('bold', visible(workspace))}: ${{ trusted: 'trusted', changed: 'changed since it was trusted', never: 'not trusted' }[state]}`,
  )
  for (const { path, sha256 } of files) terminal.out(`  ${visible(path)}  ${paint('dim', sha256.slice(0, 12))}`)
  for (const { path, because } of trustRecord.unreadable) terminal.out(`  ${paint('red', visible(path))}  ${because}`)
  if (loosens.length === 0)
    terminal.out('Its files would loosen nothing. Creating new files would no longer be asked about.')
  for (const { key, from, to } of loosens)
    terminal.out(`  ${paint('yellow', key)}: ${visible(JSON.stringify(from))} → ${visible(JSON.stringify(to))}`)
}
