import { basename } from 'node:path'
import { type Json, fail, parseJsonText } from '../../../core/index.ts'
import { maySeeFiles } from '../access/caller.ts'
import { eventText } from '../events/stream-client.ts'
import { flag, id, object, shape, string, integer } from '../request-schema.ts'
import {
  type Call,
  type RouteResult,
  type ApiRoute,
  jsonReply,
  taken,
  stringIn,
  remove,
  get,
  post,
  put,
  resultReply,
} from '../api-route.ts'
import type { ServerParts } from '../server-parts.ts'
import { BUILT_IN, placeView, serverView } from '../models/model-directory.ts'
import { ANYWHERE, IN_EXAMPLE, questionsFor } from '../setup/to-try.ts'
import type { DoctorFinding, DoctorReport, ModelsView, StartView } from '../shapes.ts'

/** The first screen, models, doctor, settings. */
export const setupRoutes: readonly ApiRoute[] = [
  get('/api/start', 'The data of the first screen.', {
    reply: shape(
      'StartView',
      'version',
      'workspace',
      'model',
      'servers',
      'to_try',
      'sessions',
      'receipts',
      'pending',
      'memory',
      'warnings',
    ),
    run: showStart,
  }),
  get('/api/models', 'Model servers on this machine, and the chosen model.', {
    query: object({ fresh: flag }),
    reply: shape('ModelsView', 'chosen', 'servers', 'builtin', 'looked_at', 'places', 'at'),
    run: showModels,
  }),
  put('/api/models/chosen', 'Chooses the model; saved as providers.model.', {
    scope: 'approve',
    body: object({ spec: id(500) }, ['spec']),
    reply: shape('ChosenModelView', 'spec', 'label', 'is_demo', 'from'),
    run: chooseModel,
  }),
  get('/api/doctor', 'Runs the doctor; as JSON, or finding by finding as server-sent events.', {
    query: object({ model: id(500) }),
    reply: shape('DoctorReport', 'ok', 'findings', 'examined'),
    run: examine,
  }),
  post('/api/doctor/fix', 'Applies a fix of the doctor that is a setting.', {
    scope: 'approve',
    body: object({ fix: string(2_000) }, ['fix']),
    reply: shape('SavedSetting', 'key', 'value', 'saved_in', 'needs_restart'),
    run: applyFix,
  }),
  get('/api/settings', 'All settings with value, default and origin.', {
    reply: shape('SettingsView', 'settings', 'refused', 'warnings', 'saved_in'),
    async run(_call, { settings }) {
      const view = await settings.view()
      return resultReply(view)
    },
  }),
  put('/api/settings/{key}', 'Saves a setting for this workspace, in the state folder.', {
    scope: 'approve',
    body: object({ value: {} }, ['value']),
    reply: shape('SavedSetting', 'key', 'value', 'saved_in', 'needs_restart'),
    run: ({ param, body }, parts) => saveSetting(param('key'), body['value'] ?? null, parts),
  }),
  remove('/api/settings/{key}', 'Removes a saved setting.', {
    scope: 'approve',
    reply: shape('SavedSetting', 'key', 'value', 'saved_in', 'needs_restart'),
    run: ({ param }, parts) => saveSetting(param('key'), undefined, parts),
  }),
  post('/api/models/checks', 'Starts a model check: the same messages directly and through Countersign.', {
    body: object({ spec: id(500), cases: integer(1, 500) }, ['spec']),
    status: 202,
    reply: shape('ModelCheck', 'id', 'spec', 'state', 'done', 'total', 'asking', 'report', 'error'),
    run: startCheck,
  }),
  get('/api/models/checks/{id}', 'The progress of a check.', {
    reply: shape('ModelCheck', 'id', 'state', 'done', 'total', 'report'),
    run: ({ param }, { checks }) => found(checks.get(param('id'))),
  }),
  get('/api/models/checks/{id}/events', 'The progress of a check as server-sent events.', {
    type: 'text/event-stream',
    run({ param, openStream }, { checks }) {
      const check = param('id')
      if (!checks.get(check)) return found(undefined)
      const opened = openStream()
      if (!opened.ok) return opened
      checks.follow(check, opened.value)
      return taken
    },
  }),
  post('/api/models/checks/{id}/stop', 'Stops a check early; its result covers the finished cases.', {
    reply: shape('ModelCheck', 'id', 'state', 'done', 'total', 'report'),
    run: ({ param }, { checks }) => found(checks.stop(param('id'))),
  }),
]

const found = (check: object | undefined): RouteResult =>
  check
    ? jsonReply(check)
    : fail('resource_unknown', 'There is no such check. It may have run before the server restarted.')

async function showStart({ caller }: Call, parts: ServerParts): Promise<RouteResult> {
  const { runtime, models, counts, approvals, version, isExample, warnings } = parts
  counts.catchUp()
  const [chosen, { servers }] = await Promise.all([models.chosen(), models.servers()])
  return jsonReply<StartView>({
    version,
    workspace: { path: runtime.root, name: basename(runtime.root), is_example: isExample, trust: runtime.trust },
    model: chosen,
    servers: servers.map(serverView),
    to_try: isExample ? IN_EXAMPLE : maySeeFiles(caller) ? questionsFor(runtime.workspace) : ANYWHERE,
    sessions: (await runtime.sessions.list({ limit: MOST_COUNTED })).length,
    receipts: counts.receipts(),
    pending: (await approvals.list()).length,
    memory: runtime.memory !== undefined,
    warnings: warnings(),
    snippets: [],
  })
}

const MOST_COUNTED = 1_000

async function showModels({ query }: Call, { models }: ServerParts): Promise<RouteResult> {
  const [{ servers, at }, places] = await Promise.all([models.servers(query['fresh'] === true), models.places()])
  return jsonReply<ModelsView>({
    chosen: await models.chosen(),
    servers: servers.map(serverView),
    builtin: BUILT_IN,
    looked_at: places.map(({ address }) => address),
    places: places.map(place => placeView(place, servers)),
    at: new Date(at).toISOString(),
  })
}

async function chooseModel({ body }: Call, { models, settings, workspace }: ServerParts): Promise<RouteResult> {
  const spec = stringIn(body, 'spec') ?? ''
  const chosen = await models.choose(spec)
  if (!chosen.ok) return chosen
  const saved = await settings.save('providers.model', spec)
  if (!saved.ok) return saved
  workspace.publish({ type: 'model.chosen', spec })
  return jsonReply(chosen.value)
}

async function examine(call: Call, { doctor, clock, models }: ServerParts): Promise<RouteResult> {
  const { accept, openStream, signal } = call
  const model = stringIn(call.query, 'model') ?? (await models.chosen()).spec
  const mayLook = await models.mayName(model, call.caller)
  if (!mayLook.ok) return mayLook
  const started = clock.monotonic()
  const findings: DoctorFinding[] = []
  const report = (): DoctorReport => ({ ok: findings.every(({ ok }) => ok !== false), findings, examined: model })
  if (!accept.includes('text/event-stream')) {
    for await (const some of doctor({ model, signal })) findings.push(...some)
    return jsonReply(report())
  }
  const opened = openStream()
  if (!opened.ok) return opened
  const client = opened.value
  client.send(eventText('doctor.started', { v: 1, type: 'doctor.started', examined: model }))
  for await (const some of doctor({ model, signal: client.gone })) {
    findings.push(...some)
    for (const finding of some) client.send(eventText('doctor.finding', { v: 1, type: 'doctor.finding', finding }))
  }
  client.send(
    eventText('doctor.ended', {
      v: 1,
      type: 'doctor.ended',
      report: report(),
      duration_ms: clock.monotonic() - started,
    }),
  )
  client.end()
  return taken
}

const CONFIG_SET = /^countersign config set ([\w.:-]+) ([^\s'"]+|'[^']*'|"[^"\\$`]*")$/

/** Applies a fix of the doctor: one setting, one value. */
async function applyFix({ body }: Call, parts: ServerParts): Promise<RouteResult> {
  const [, key, quoted = ''] = CONFIG_SET.exec(stringIn(body, 'fix') ?? '') ?? []
  if (key === undefined)
    return fail('usage_invalid', 'This fix is a terminal command, not a setting. Run it in a terminal.')
  const value = quoted.replace(/^(['"])(.*)\1$/s, '$2')
  return saveSetting(key, valueOf(value), parts)
}

/** Reads a value as the command line does: JSON if it is valid, else text. */
function valueOf(written: string): Json {
  const value = parseJsonText(written)
  return value === undefined || value === null ? written : value
}

async function saveSetting(key: string, value: Json | undefined, { settings }: ServerParts): Promise<RouteResult> {
  const saved = await settings.save(key, value)
  if (saved.ok) return jsonReply(saved.value)
  const { code, message } = saved.error
  return code === 'config_invalid' ? fail('request_invalid', message, { param: 'value' }) : saved
}

async function startCheck({ body, caller }: Call, { models, checks }: ServerParts): Promise<RouteResult> {
  const spec = stringIn(body, 'spec') ?? ''
  const model = await models.modelFor(spec, caller)
  if (!model.ok) return model
  const cases = typeof body['cases'] === 'number' ? body['cases'] : STANDARD_CASES
  const started = await checks.start(spec, model.value, cases)
  return resultReply(started, 202)
}

const STANDARD_CASES = 20
