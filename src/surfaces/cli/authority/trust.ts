import { storedTrust } from '../../../runtime/index.ts'
import { type TrustView, viewTrust } from '../config/load-config.ts'
import { EXIT, usageFailure } from '../failure.ts'
import { processSurroundings, stateFolder } from '../find-workspace.ts'
import { type PlaceFlags, asFailure, withRuntime } from '../open-runtime.ts'
import { type Terminal, visible, resultText } from '../terminal.ts'
import { confirm } from './confirm.ts'

type TrustFlags = PlaceFlags & { readonly show?: boolean; readonly withdraw?: boolean; readonly yes?: boolean }

/** Shows what the workspace's files would loosen, and records the person's trust together with the files' hashes. */
export async function trust(flags: TrustFlags, terminal: Terminal): Promise<number> {
  const state = stateFolder(processSurroundings())
  const view = await viewTrust({ flags, storedTrust: workspace => storedTrust(state, workspace) })
  if (flags.withdraw === true) return withdraw(flags, terminal)
  if (flags.show === true || flags.json !== true) show(view, flags, terminal)
  if (flags.show === true) return EXIT.done
  const [blind] = view.trustRecord.unreadable
  if (blind)
    throw usageFailure(
      `${blind.path} cannot be read (${blind.because}), so there is no way to know what you would be trusting.`,
    )
  const decidedBy = await confirm(flags, terminal, {
    to: 'trust it',
    sayYes: 'once you have seen what trusting changes (--show)',
  })
  if (decidedBy === undefined) return EXIT.refused
  const kept = await withRuntime(flags, terminal, ({ trustStore }) => trustStore.set(view.trustRecord.files, decidedBy))
  if (!kept.ok) throw asFailure(kept.error)
  terminal.out(
    resultText(
      flags,
      { trusted: true, files: view.trustRecord.files },
      'This workspace is trusted in its current state.',
    ),
  )
  return EXIT.done
}

async function withdraw(flags: TrustFlags, terminal: Terminal): Promise<number> {
  const done = await withRuntime(flags, terminal, ({ trustStore }) => trustStore.withdraw())
  if (!done.ok) throw asFailure(done.error)
  terminal.out(resultText(flags, { trusted: false }, 'This workspace is no longer trusted.'))
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
  const stateWords = { trusted: 'trusted', changed: 'changed since it was trusted', never: 'not trusted' }[state]
  terminal.out(`${paint('bold', visible(workspace))}: ${stateWords}`)
  for (const { path, sha256 } of files) terminal.out(`  ${visible(path)}  ${paint('dim', sha256.slice(0, 12))}`)
  for (const { path, because } of trustRecord.unreadable) terminal.out(`  ${paint('red', visible(path))}  ${because}`)
  if (loosens.length === 0) terminal.out('Trusting it loosens no setting. Creating new files would no longer ask.')
  for (const { key, from, to } of loosens)
    terminal.out(`  ${paint('yellow', key)}: ${visible(JSON.stringify(from))} → ${visible(JSON.stringify(to))}`)
}
