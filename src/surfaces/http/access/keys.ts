import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Capability,
  type Json,
  type JsonObject,
  type Result,
  fail,
  isCapability,
  isJsonList,
  isJsonObject,
  parseJsonText,
  sha256,
  succeed,
  textOf,
} from '../../../core/index.ts'
import { readRegularFile } from '../../cli/config/read-regular-file.ts'
import { replaceFile } from '../../cli/config/saved-values.ts'
import type { AccessScope, ApprovalHandling } from '../shapes.ts'
import type { Caller } from './caller.ts'
import { isSameSecret } from './tokens.ts'

/** An API key. Only its hash is stored. */
export type ApiKey = {
  readonly name: string
  readonly sha256: string
  readonly scopes: readonly AccessScope[]
  readonly allow: readonly Capability[]
  readonly approval: ApprovalHandling
  readonly created: string
}
export type NewKey = Pick<ApiKey, 'name' | 'scopes' | 'allow' | 'approval'>

export type Keys = {
  readonly list: () => Result<readonly ApiKey[]>
  /** Returns the key itself; it is not stored. */
  readonly add: (key: NewKey, now: number) => Result<string>
  readonly drop: (name: string) => Result<undefined>
  readonly find: (secret: string) => Caller | undefined
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const MAX_KEYS = 100
const MAX_BYTES = 1_048_576
const MODES: readonly ApprovalHandling[] = ['hold', 'return', 'deny']

/** The API keys of this workspace, in the state folder. Other processes may change the file while the server runs. */
export function openKeys(own: string): Keys {
  const file = join(own, 'keys.json')
  let known: { readonly stamp: string; readonly keys: Result<readonly ApiKey[]> } = { stamp: '', keys: succeed([]) }
  const list = (): Result<readonly ApiKey[]> => {
    const stamp = stampOf(file)
    if (stamp !== known.stamp) known = { stamp, keys: readKeys(file) }
    return known.keys
  }
  const save = (keys: readonly ApiKey[]): void =>
    replaceFile(file, `${JSON.stringify({ keys: keys.map(encode) }, null, 2)}\n`)
  return {
    list,
    add(key, now) {
      if (!NAME.test(key.name))
        return fail('usage_invalid', 'A key name must have 1 to 64 letters, digits, dots, hyphens or underscores.')
      const listed = list()
      if (!listed.ok) return listed
      const keys = listed.value
      if (keys.some(({ name }) => name === key.name))
        return fail('usage_invalid', `A key "${key.name}" already exists. Delete it first.`)
      if (keys.length >= MAX_KEYS)
        return fail('usage_invalid', `There are already ${MAX_KEYS} keys. Delete some first.`)
      const secret = `csk_${randomBytes(32).toString('base64url')}`
      save([...keys, { ...key, sha256: sha256(secret), created: new Date(now).toISOString() }])
      return succeed(secret)
    },
    drop(name) {
      const listed = list()
      if (!listed.ok) return listed
      const keys = listed.value
      if (!keys.some(key => key.name === name)) return fail('usage_invalid', `There is no key "${name}".`)
      save(keys.filter(key => key.name !== name))
      return succeed(undefined)
    },
    find(secret) {
      const hash = sha256(secret)
      const listed = list()
      const key = listed.ok ? listed.value.find(each => isSameSecret(each.sha256, hash)) : undefined
      return key && callerOf(key)
    },
  }
}

const callerOf = ({ name, scopes, allow, approval }: ApiKey): Caller => ({
  who: 'key',
  name,
  scopes,
  principal: `key:${name}`,
  credential: `key:${name}`,
  allow,
  approval,
})

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
}

/** A file that is there and cannot be read lets nobody in, and nothing is written over it. */
function readKeys(file: string): Result<readonly ApiKey[]> {
  const read = readRegularFile(file, { links: 'refuse', maxBytes: MAX_BYTES })
  if (read.kind === 'absent') return succeed([])
  const content = read.kind === 'content' ? parseJsonText(Buffer.from(read.content).toString('utf8')) : undefined
  const keys = isJsonObject(content) ? content['keys'] : undefined
  if (isJsonList(keys)) return succeed(keys.filter(isJsonObject).flatMap(decode))
  const because = read.kind === 'unreadable' ? read.because : 'it holds no list of keys'
  return fail('state_unsafe', `${file} cannot be used: ${because}. Repair it, or remove it and make new keys.`)
}

const encode = ({ scopes, allow, ...key }: ApiKey): JsonObject => ({ ...key, scopes: [...scopes], allow: [...allow] })

/** Decodes a key; an incomplete entry is ignored. */
function decode(value: JsonObject): readonly ApiKey[] {
  const approval = MODES.find(mode => mode === value['approval'])
  const [name, hash] = [textOf(value['name']), textOf(value['sha256'])]
  if (!NAME.test(name) || !/^[0-9a-f]{64}$/.test(hash) || approval === undefined) return []
  const scopes = wordsIn(value['scopes']).filter(word => word === 'use' || word === 'approve')
  const allow = wordsIn(value['allow']).filter(isCapability)
  return [{ name, sha256: hash, scopes, allow, approval, created: textOf(value['created']) }]
}

const wordsIn = (value: Json | undefined): readonly string[] =>
  isJsonList(value) ? value.filter(word => typeof word === 'string') : []
