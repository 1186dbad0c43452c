import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { type Child, runProgram } from '../children/run-child.ts'
import { type Ask, askAs } from '../http-server.ts'
import { type TestWorkspace, testWorkspace } from '../open-test-runtime.ts'

export type ServedProgram = {
  readonly child: Child
  readonly place: TestWorkspace
  readonly origin: string
  readonly port: number
  readonly api: Ask
  /** What the login said. */
  readonly login: JsonObject
  readonly environment: { readonly [name: string]: string }
  /** Where the person's own configuration stands. */
  readonly config: string
}

type ServeOptions = {
  readonly place?: TestWorkspace
  readonly args?: readonly string[]
  readonly environment?: { readonly [name: string]: string }
}

/** The real program, with a home of its own and a person who has logged in. */
export async function served({
  place = testWorkspace(),
  args,
  environment = {},
}: ServeOptions = {}): Promise<ServedProgram> {
  const home = join(place.root, '..', 'home')
  mkdirSync(join(home, '.config', 'countersign'), { recursive: true })
  const around = { COUNTERSIGN_STATE: place.state, HOME: home, XDG_CONFIG_HOME: join(home, '.config'), ...environment }
  const child = runProgram({
    args: ['serve', '--json', ...(args ?? ['--port', '0', '--model', 'demo']), '--workspace', place.root],
    environment: around,
    hearsErrors: true,
  })
  await child.says('"url"')
  const line = child
    .printed()
    .split('\n')
    .find(each => each.includes('"url"'))
  const told = parseJsonText(line ?? '')
  const { origin, url, port }: JsonObject = told !== undefined && isJsonObject(told) ? told : {}
  const code = textOf(url).split('#code=')[1]
  const { json: login } = await askAs(textOf(origin), undefined)('POST', '/api/login', { code })
  return {
    child,
    place,
    origin: textOf(origin),
    port: Number(port),
    api: askAs(textOf(origin), textOf(login['token'])),
    login,
    environment: around,
    config: join(home, '.config', 'countersign', 'countersign.toml'),
  }
}
