import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from '../../src/core/index.ts'
import { quickFolder } from './quick-folder.ts'
import type { Answer, Door, DoorOptions, OpenDoor, Order } from './door.ts'
import { CANARY, KEPT, type Kit, fileKit, ownKit } from './kit.ts'

export const SESSION = 'sess_of_the_test'
export const OTHER_SESSION = 'sess_of_somebody_else'
export const PERSON = 'user:local'

/** A clock that stands still until it is moved. */
export type TestClock = Clock & {
  readonly move: (by: { readonly wall?: number; readonly monotonic?: number }) => void
  boot: string
}

export function testClock(): TestClock {
  let [wall, monotonic] = [Date.parse('2026-01-01T00:00:00Z'), 1_000_000]
  return {
    boot: 'the first start',
    now: () => wall,
    monotonic: () => monotonic,
    move(by) {
      wall += by.wall ?? 0
      monotonic += by.monotonic ?? 0
    },
  }
}

/** One workspace, one user, one door. */
export type World = {
  readonly root: string
  readonly state: string
  readonly kit: Kit
  readonly open: (options?: Partial<DoorOptions>) => Promise<OpenDoor>
  /** The same user's other workspace. */
  readonly besides: () => World
  /** Changes exactly if a tool has done something. */
  readonly effects: () => string
  readonly put: (path: string, text: string) => void
}

export function createWorld(door: Door): World {
  const folder = quickFolder()
  const [root, state] = [join(folder, 'workspace'), join(folder, 'state')]
  mkdirSync(root)
  return worldAt(door, { root, state })
}

function worldAt(door: Door, { root, state }: Pick<World, 'root' | 'state'>): World {
  const kit = door.can.has('own tools') ? ownKit(root) : fileKit
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  put(KEPT, `${CANARY}\n`)
  return {
    root,
    state,
    kit,
    put,
    open: options => door.open({ root, state, tools: kit.tools, ...options }),
    besides() {
      const other = join(root, '..', 'another workspace')
      mkdirSync(other)
      return worldAt(door, { root: other, state })
    },
    effects: () => JSON.stringify([kit.ran, filesIn(root)]),
  }
}

/** The person's files; what we keep for ourselves is no effect. */
function filesIn(root: string): readonly string[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
  const own = files.filter(file => file.isFile() && !file.parentPath.startsWith(join(root, '.control-room')))
  return own
    .map(({ parentPath, name }) => `${join(parentPath, name)}: ${readFileSync(join(parentPath, name), 'utf8')}`)
    .toSorted()
}

type GrantRequest = Parameters<ReturnType<OpenDoor['runtime']>['broker']['issue']>[0]

/** A person gives a right, and says yes to writing with it unless told otherwise. */
export async function grant(at: OpenDoor, request: Partial<GrantRequest> = {}): Promise<string> {
  const usual = {
    capability: 'FileWrite',
    principal: PERSON,
    session: SESSION,
    decidedBy: 'tty',
    purpose: 'a test',
  } as const
  const given = await at.runtime().broker.issue({ ...usual, confirmsWrites: true, ...request })
  if (!given.ok) throw new Error(given.error.message)
  return given.value.id
}

/** A right that leaves every question open. */
export const grantWithoutYes = (at: OpenDoor, request: Partial<GrantRequest> = {}): Promise<string> =>
  grant(at, { confirmsWrites: false, ...request })

/** Makes the call; it ends in a question. Answers with the question's id. */
export async function askFor(at: OpenDoor, order: Order): Promise<string> {
  const { approval, code } = await at.call(order)
  if (approval === null) throw new Error(`no question was asked: ${code}`)
  return approval
}

/** Makes the call, and a person says yes to it through another door. */
export async function approve(at: OpenDoor, order: Order): Promise<string> {
  const id = await askFor(at, order)
  const decided = await at
    .runtime()
    .approvals.decide(id, { state: 'approved', decidedBy: 'tty', credential: 'another door' })
  if (!decided.ok) throw new Error(decided.error.message)
  return id
}

/** Makes a call that is all right, on the way to one that is not. */
export async function runs(at: OpenDoor, order: Order): Promise<Answer> {
  const answer = await at.call(order)
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.text}`)
  return answer
}
