import { join } from 'node:path'
import { spreadCases } from '../../../flows/index.ts'
import { type FoundServer, type Runtime, openProbeCache, ownFolder } from '../../../runtime/index.ts'
import { type HttpServer, startHttpServer } from '../../http/index.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import { EXIT } from '../failure.ts'
import { processSurroundings } from '../find-workspace.ts'
import { readCaseFile } from '../model/case-file.ts'
import { checkAdvice } from '../model/check-advice.ts'
import { examine } from '../model/doctor.ts'
import { renderFinding } from '../model/render-doctor.ts'
import { type PlaceFlags, loadHere, withRuntime } from '../open-runtime.ts'
import { CHECK_CASES, PACKAGE_ROOT, packageVersion } from '../package-files.ts'
import { type Terminal, visible } from '../terminal.ts'
import { withExample } from '../turn/example-folder.ts'
import { mountOpenAi } from './mount-openai.ts'
import { listenToHangUp, listenToKeys, openBrowser } from './server-controls.ts'
import { type KeyFlags, serveKeys } from './serve-keys.ts'
import { openOthers, serveModels } from './serve-models.ts'
import { type ConfigReload, createConfigReload, reloadWords } from './config-reload.ts'
import { storedSettings } from './stored-settings.ts'

type ServeFlags = PlaceFlags &
  KeyFlags & {
    readonly port?: number
    readonly open?: boolean
    readonly model?: string
    readonly example?: boolean
  }

/** `serve`: the console and the API of one workspace, until stopped. */
export async function serve(given: ServeFlags, terminal: Terminal): Promise<number> {
  const flags = withExample(given, processSurroundings())
  const done = await serveKeys(flags, terminal)
  if (done !== undefined) return done
  const live = { config: await loadHere(flags) }
  const cache = openProbeCache(live.config.state)
  const models = serveModels(live, cache, flags.model)
  const openModels = (config: LoadedConfig): ReturnType<typeof openOthers> => openOthers(config, flags.model)
  const others = await openModels(live.config)
  try {
    return await withRuntime(flags, { ...terminal, openModels: async () => others }, runtime =>
      run({ flags, runtime, models, terminal, reloading: createConfigReload({ flags, live, runtime, openModels }) }),
    )
  } finally {
    await cache.close()
  }
}

type ServerRun = {
  readonly flags: ServeFlags
  readonly runtime: Runtime
  readonly models: ReturnType<typeof serveModels>
  readonly terminal: Terminal
  readonly reloading: ConfigReload
}

async function run(running: ServerRun): Promise<number> {
  const { flags, terminal } = running
  const stopped = new AbortController()
  const started: { server?: HttpServer } = {}
  const server = await startHttpServer({
    ...optionsOf(running),
    onLogin: () => terminal.err(`To open another window: ${started.server?.address() ?? ''}`),
  })
  started.server = server
  // registered before the first line is printed: a reader may stop the server at once
  const ended = untilStopped(stopped)
  const address = server.address()
  printStart(address, running)
  if (flags.open === true) openBrowser(address)
  await printServers(server, running)
  const restore = listenToKeys({
    open: () => openBrowser(server.address()),
    doctor: () => void printFindings(server, running),
    quit: () => stopped.abort(),
  })
  const deafen = listenToHangUp({ reload: () => void reportReload(running), quit: () => stopped.abort() })
  await ended
  deafen()
  restore()
  terminal.err('Stopping: waiting for running turns …')
  await server.close()
  return EXIT.done
}

function optionsOf({ flags, runtime, models, terminal, reloading }: ServerRun): Parameters<typeof startHttpServer>[0] {
  const { counting } = reloading
  const { state, workspace } = counting()
  return {
    runtime,
    own: ownFolder(state, workspace),
    version: packageVersion(),
    models,
    checks: {
      cases: async count => spreadCases(await readCaseFile(CHECK_CASES), count),
      toJson: report => ({ ...report, advice: checkAdvice(report) }),
    },
    doctor: ({ model, signal }) => examine({ ...flags, model }, signal),
    settings: storedSettings(reloading),
    web: join(PACKAGE_ROOT, 'dist', 'web'),
    isExample: flags.example === true,
    warnings: () => loosened(counting()),
    mounts: mountOpenAi,
    ...(flags.port !== undefined && { port: flags.port, mayMoveOn: false }),
    onBug: thrown =>
      terminal.problem(visible(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))),
  }
}

const LOOSE: readonly (readonly [key: string, value: unknown, words: string])[] = [
  ['tools.shell.sandbox', 'off', 'Commands run without a sandbox ([tools.shell] sandbox = "off").'],
  [
    'tools.adversarial_policy.fail_open',
    true,
    'Calls pass when the policy model cannot be reached ([tools.adversarial_policy] fail_open).',
  ],
  ['evidence.check', false, 'Answers are not checked against files and receipts ([evidence] check = false).'],
]

/** Loosened safety settings; the console shows them all the time. */
const loosened = ({ values }: LoadedConfig): readonly string[] =>
  LOOSE.flatMap(([key, value, words]) => (values[key] === value ? [words] : []))

function printStart(address: string, { flags, runtime, terminal }: ServerRun): void {
  if (flags.json === true) return
  terminal.out(`Countersign ${packageVersion()}, in ${visible(runtime.root)}`)
  terminal.out(address)
}

const NAMES: Readonly<Record<FoundServer['kind'], string>> = {
  ollama: 'Ollama',
  lmstudio: 'LM Studio',
  llamacpp: 'llama-server',
}
const KINDS: readonly FoundServer['kind'][] = ['ollama', 'lmstudio', 'llamacpp']

/** Prints the model servers found and what to do next; with `--json` one line with everything. */
async function printServers(server: HttpServer, { flags, terminal, runtime }: ServerRun): Promise<void> {
  const { models } = server.parts
  const [chosen, { servers }] = await Promise.all([models.chosen(), models.servers()])
  if (flags.json === true) {
    const { port, origin } = server
    terminal.out(
      JSON.stringify({
        version: packageVersion(),
        url: server.address(),
        origin,
        port,
        workspace: runtime.root,
        model: chosen.spec,
        servers,
      }),
    )
    return
  }
  const found = KINDS.map(kind => {
    const count = servers.filter(each => each.kind === kind).reduce((sum, each) => sum + each.models.length, 0)
    const isThere = servers.some(each => each.kind === kind)
    return `${NAMES[kind]}: ${isThere ? `${count} ${count === 1 ? 'model' : 'models'}` : 'not running'}`
  })
  terminal.out(visible(`${found.join('; ')}. ${chosen.label} answers.`))
  terminal.out(
    process.stdin.isTTY
      ? 'Press o to open, d for doctor, q to quit.'
      : 'Open the address above; Ctrl+C stops the server.',
  )
}

/** Reports the reload. With an invalid configuration the server keeps the old one. */
async function reportReload({ reloading, terminal }: ServerRun): Promise<void> {
  const before = reloading.counting()
  const reloaded = await reloading.reload()
  for (const line of reloadWords(before, reloaded)) (reloaded.ok ? terminal.err : terminal.problem)(visible(line))
}

/** Runs the doctor for the chosen model. */
async function printFindings({ parts }: HttpServer, { flags, terminal }: ServerRun): Promise<void> {
  const { signal } = new AbortController()
  const { spec } = await parts.models.chosen()
  for await (const some of examine({ ...flags, model: spec }, signal))
    for (const each of some) terminal.err(renderFinding(each, terminal.paint))
}

/** Resolves on Ctrl+C, `q` or SIGTERM. A second Ctrl+C ends the process at once. */
function untilStopped(stopped: AbortController): Promise<void> {
  return new Promise(resolve => {
    const stop = (): void => {
      process.removeListener('SIGINT', stop)
      process.removeListener('SIGTERM', stop)
      resolve()
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
    stopped.signal.addEventListener('abort', stop)
  })
}
