import { basename } from 'node:path'
import { type Json, type Result, fail, parseJsonText } from '../../../core/index.ts'
import { maySeeFiles } from '../access/caller.ts'
import { eventText } from '../events/stream-client.ts'
import { flag, id, object, shape, text, whole } from '../request-schema.ts'
import { type Call, type Reply, type Route, json, taken, textIn } from '../route.ts'
import type { ServerParts } from '../server-parts.ts'
import { BUILT_IN, placeView, serverView } from '../models/model-directory.ts'
import { ANYWHERE, IN_EXAMPLE, questionsFor } from '../setup/to-try.ts'
import type { DoctorFinding, DoctorReport, ModelsView, StartView } from '../shapes.ts'

/** The first screen, models, doctor, settings. */
export const setupRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/start',
    scope: 'use',
    summary: 'What the first screen needs.',
    reply: {
      schema: shape(
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
    },
    run: showStart,
  },
  {
    method: 'GET',
    path: '/api/models',
    scope: 'use',
    summary: 'Model servers on this machine, and who answers.',
    query: object({ fresh: flag }),
    reply: { schema: shape('ModelsView', 'chosen', 'servers', 'builtin', 'looked_at', 'places', 'at') },
    run: showModels,
  },
  {
    method: 'PUT',
    path: '/api/models/chosen',
    scope: 'approve',
    summary: 'Who answers from now on; saved as providers.model.',
    body: object({ spec: id(500) }, ['spec']),
    reply: { schema: shape('ChosenModelView', 'spec', 'label', 'is_demo', 'from') },
    run: chooseModel,
  },
  {
    method: 'GET',
    path: '/api/doctor',
    scope: 'use',
    summary: 'Is everything in order? As JSON, or finding by finding as server-sent events.',
    query: object({ model: id(500) }),
    reply: { schema: shape('DoctorReport', 'ok', 'findings', 'examined') },
    run: examine,
  },
  {
    method: 'POST',
    path: '/api/doctor/fix',
    scope: 'approve',
    summary: 'Does a fix of the doctor that is a setting.',
    body: object({ fix: text(2_000) }, ['fix']),
    reply: { schema: shape('SavedSetting', 'key', 'value', 'saved_in', 'needs_restart') },
    run: applyFix,
  },
  {
    method: 'GET',
    path: '/api/settings',
    scope: 'use',
    summary: 'Every setting with its value, its default and where it comes from.',
    reply: { schema: shape('SettingsView', 'settings', 'refused', 'warnings', 'saved_in') },
    async run(_call, { settings }) {
      const view = await settings.view()
      return view.ok ? json(view.value) : view
    },
  },
  {
    method: 'PUT',
    path: '/api/settings/{key}',
    scope: 'approve',
    summary: 'Saves a setting for this workspace, in the state folder.',
    body: object({ value: {} }, ['value']),
    reply: { schema: shape('SavedSetting', 'key', 'value', 'saved_in', 'needs_restart') },
    run: ({ params, body }, parts) => saveSetting(params['key'] ?? '', body['value'] ?? null, parts),
  },
  {
    method: 'DELETE',
    path: '/api/settings/{key}',
    scope: 'approve',
    summary: 'Takes a saved setting back.',
    reply: { schema: shape('SavedSetting', 'key', 'value', 'saved_in', 'needs_restart') },
    run: ({ params }, parts) => saveSetting(params['key'] ?? '', undefined, parts),
  },
  {
    method: 'POST',
    path: '/api/models/checks',
    scope: 'use',
    summary: 'A check of a model begins: the same messages in the usual way and through the whole path.',
    body: object({ spec: id(500), cases: whole(1, 500) }, ['spec']),
    reply: {
      status: 202,
      schema: shape('ModelCheck', 'id', 'spec', 'state', 'done', 'total', 'asking', 'report', 'error'),
    },
    run: startCheck,
  },
  {
    method: 'GET',
    path: '/api/models/checks/{id}',
    scope: 'use',
    summary: 'How far a check is.',
    reply: { schema: shape('ModelCheck', 'id', 'state', 'done', 'total', 'report') },
    run: ({ params }, { checks }) => found(checks.get(params['id'] ?? '')),
  },
  {
    method: 'GET',
    path: '/api/models/checks/{id}/events',
    scope: 'use',
    summary: 'Its progress as server-sent events.',
    reply: { type: 'text/event-stream' },
    run({ params, openStream }, { checks }) {
      const { id: check = '' } = params
      if (!checks.get(check)) return found(undefined)
      const opened = openStream()
      if (!opened.ok) return opened
      checks.follow(check, opened.value)
      return taken
    },
  },
  {
    method: 'POST',
    path: '/api/models/checks/{id}/stop',
    scope: 'use',
    summary: 'Ends a check early; what is done is told.',
    reply: { schema: shape('ModelCheck', 'id', 'state', 'done', 'total', 'report') },
    run: ({ params }, { checks }) => found(checks.stop(params['id'] ?? '')),
  },
]

const found = (check: object | undefined): Result<Reply> =>
  check ? json(check) : fail('resource_unknown', 'There is no such check; the server may have been started again.')

async function showStart({ caller }: Call, parts: ServerParts): Promise<Result<Reply>> {
  const { runtime, models, counts, approvals, version, isExample, warnings } = parts
  counts.catchUp()
  const [chosen, { servers }] = await Promise.all([models.chosen(), models.servers()])
  const view: StartView = {
    version,
    workspace: { path: runtime.root, name: basename(runtime.root), is_example: isExample, trust: runtime.trust },
    model: chosen,
    servers: servers.map(serverView),
    to_try: isExample ? IN_EXAMPLE : maySeeFiles(caller) ? questionsFor(runtime.workspace) : ANYWHERE,
    sessions: (await runtime.sessions.list({ limit: MOST_COUNTED })).length,
    receipts: counts.receipts(),
    pending: (await approvals.list()).length,
    memory: runtime.memory !== undefined,
    warnings,
    snippets: [],
  }
  return json(view)
}

const MOST_COUNTED = 1_000

async function showModels({ query }: Call, { models }: ServerParts): Promise<Result<Reply>> {
  const [{ servers, at }, places] = await Promise.all([models.servers(query['fresh'] === true), models.places()])
  const view: ModelsView = {
    chosen: await models.chosen(),
    servers: servers.map(serverView),
    builtin: BUILT_IN,
    looked_at: places.map(({ address }) => address),
    places: places.map(place => placeView(place, servers)),
    at: new Date(at).toISOString(),
  }
  return json(view)
}

async function chooseModel({ body }: Call, { models, settings, workspace }: ServerParts): Promise<Result<Reply>> {
  const spec = textIn(body, 'spec') ?? ''
  const chosen = await models.choose(spec)
  if (!chosen.ok) return chosen
  const saved = await settings.save('providers.model', spec)
  if (!saved.ok) return saved
  workspace.publish({ type: 'model.chosen', spec })
  return json(chosen.value)
}

async function examine(call: Call, { doctor, clock, models }: ServerParts): Promise<Result<Reply>> {
  const { accept, openStream, signal } = call
  const model = textIn(call.query, 'model') ?? (await models.chosen()).spec
  const mayLook = await models.mayName(model, call.caller)
  if (!mayLook.ok) return mayLook
  const started = clock.monotonic()
  const findings: DoctorFinding[] = []
  const report = (): DoctorReport => ({ ok: findings.every(({ ok }) => ok !== false), findings, examined: model })
  if (!accept.includes('text/event-stream')) {
    for await (const some of doctor({ model, signal })) findings.push(...some)
    return json(report())
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

/** Only what the doctor could have said itself: one setting, one value. */
async function applyFix({ body }: Call, parts: ServerParts): Promise<Result<Reply>> {
  const [, key, quoted = ''] = CONFIG_SET.exec(textIn(body, 'fix') ?? '') ?? []
  if (key === undefined)
    return fail('usage_invalid', 'This fix is a command for a terminal, not a setting. Paste it there.')
  const value = quoted.replace(/^(['"])(.*)\1$/s, '$2')
  return saveSetting(key, valueOf(value), parts)
}

/** As the command line reads it: what looks like JSON is JSON, everything else is a word. */
function valueOf(written: string): Json {
  const value = parseJsonText(written)
  return value === undefined || value === null ? written : value
}

async function saveSetting(key: string, value: Json | undefined, { settings }: ServerParts): Promise<Result<Reply>> {
  const saved = await settings.save(key, value)
  if (saved.ok) return json(saved.value)
  const { code, message } = saved.error
  return code === 'config_invalid' ? fail('request_invalid', message, { param: 'value' }) : saved
}

async function startCheck({ body, caller }: Call, { models, checks }: ServerParts): Promise<Result<Reply>> {
  const spec = textIn(body, 'spec') ?? ''
  const model = await models.modelFor(spec, caller)
  if (!model.ok) return model
  const cases = typeof body['cases'] === 'number' ? body['cases'] : STANDARD_CASES
  const started = await checks.start(spec, model.value, cases)
  return started.ok ? json(started.value, 202) : started
}

const STANDARD_CASES = 20
