import { systemClock } from '../../../core/index.ts'
import {
  findModelServers,
  listLeftCopies,
  removeLeftCopies,
  shellPlace,
  storedTrust,
  trySandbox,
} from '../../../runtime/index.ts'
import { confirm } from '../authority/confirm.ts'
import { type ConfigSources, readSources } from '../config/read-sources.ts'
import { EXIT, toFailure } from '../failure.ts'
import { type Surroundings, processSurroundings, stateFolder } from '../find-workspace.ts'
import { interruptible } from '../interrupt.ts'
import { type PlaceFlags, orThrow, withLedger } from '../open-runtime.ts'
import { PACKAGE_ROOT } from '../package-files.ts'
import { type Terminal, resultText, visible } from '../terminal.ts'
import { configFindings } from './doctor/config-findings.ts'
import { environmentFindings, sandboxFindings } from './doctor/environment-findings.ts'
import { broken } from './doctor/finding.ts'
import type { DoctorFinding } from '../../http/shapes/setup.ts'
import { modelFindings } from './doctor/model-findings.ts'
import { serverFindings } from './doctor/server-findings.ts'
import { storageFindings } from './doctor/storage-findings.ts'
import { renderFinding, renderSummary } from './render-doctor.ts'

/** `model`: check this model instead of the chosen one. */
type DoctorFlags = PlaceFlags & { readonly model?: string; readonly dropCopies?: string; readonly yes?: boolean }

/** `doctor`: checks everything that Countersign needs and prints a fix for each problem. It changes nothing. */
export function doctor(flags: DoctorFlags, terminal: Terminal): Promise<number> {
  const { dropCopies: copies } = flags
  return copies === undefined ? examineAll(flags, terminal) : dropCopies(copies, flags, terminal)
}

/** `doctor --drop-copies`: removes what is kept of files from before a command, if a person says so. */
function dropCopies(id: string, flags: DoctorFlags, terminal: Terminal): Promise<number> {
  return withLedger(flags, async ({ own }) => {
    const place = shellPlace(own)
    const found = listLeftCopies(place).find(each => each.id === id)
    if (found) terminal.err(visible(`${found.folder}: ${found.bytes} bytes, from before ${found.call}.`))
    const isAgreed = found
      ? await confirm(flags, terminal, { to: 'remove these copies for good', sayYes: 'once you need them no more' })
      : 'flag' // nothing to ask about: the refusal below says so
    if (isAgreed === undefined) return EXIT.refused
    const { bytes } = orThrow(removeLeftCopies(place, id))
    terminal.out(resultText(flags, { dropped: id, bytes }, `Removed ${id} (${bytes} bytes).`))
    return EXIT.done
  })
}

function examineAll(flags: DoctorFlags, terminal: Terminal): Promise<number> {
  return interruptible(async ({ signal }) => {
    const started = systemClock.monotonic()
    const findings: DoctorFinding[] = []
    for await (const some of examine(flags, signal)) {
      findings.push(...some)
      if (flags.json !== true) for (const each of some) terminal.out(renderFinding(each, terminal.paint))
    }
    const ok = findings.every(finding => finding.ok !== false)
    const seconds = (systemClock.monotonic() - started) / 1_000
    terminal.out(resultText(flags, { ok, findings }, renderSummary(findings, seconds, terminal.paint)))
    if (signal.aborted) return EXIT.interrupted
    return ok ? EXIT.done : EXIT.refused
  })
}

/** All checks, the slowest last: a model may have to load first. */
export async function* examine(flags: DoctorFlags, signal: AbortSignal): AsyncGenerator<readonly DoctorFinding[]> {
  const around = processSurroundings()
  const state = stateFolder(around)
  yield environmentFindings({ node: process.versions.node, platform: process.platform, packageRoot: PACKAGE_ROOT })
  const { sources, trouble } = await readAll(flags, around, state)
  yield trouble
  yield await storageFindings({ state, workspace: sources.workspace, userId: around.userId })
  const { config, findings } = configFindings(sources)
  yield findings
  yield sandboxFindings(await trySandbox(config))
  const servers = await findModelServers({ config, environment: around.environment, signal })
  yield serverFindings(servers, config)
  if (!signal.aborted)
    yield await modelFindings({ config, servers, wanted: flags.model, environment: process.env, signal })
}

type SourcesRead = { readonly sources: ConfigSources; readonly trouble: readonly DoctorFinding[] }

/**
 * Reads the configuration. If the trust record cannot be read, the workspace counts as not trusted and the checks go
 * on.
 */
async function readAll(flags: PlaceFlags, around: Surroundings, state: string): Promise<SourcesRead> {
  try {
    return {
      sources: await readSources({ flags, around, storedTrust: workspace => storedTrust(state, workspace) }),
      trouble: [],
    }
  } catch (thrown) {
    const { message } = toFailure(thrown)
    const trouble = broken({ group: 'storage', name: 'storage', says: message }, 'npm install --include=optional')
    return { sources: await readSources({ flags, around }), trouble: [trouble] }
  }
}
