import { lookup } from 'node:dns/promises'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Client, buildConnector } from 'undici'
import { type Fault, type Result, fail, fault, messageOf, succeed } from '../../core/index.ts'
import { isAddress, plainAddress, whyNotPublic } from './address.ts'
import { NEVER_BY_NAME, THIS_MACHINE } from './special-ranges.ts'
import type { WebTarget } from './target.ts'

/** Travels through the client, which knows errors only. */
export class ConnectionRefused extends Error {
  readonly fault: Fault

  constructor(because: Fault) {
    super(because.message)
    this.fault = because
  }
}

/** One connection to one target; nothing is ever sent on it for another. */
export type CheckedConnection = {
  readonly client: Client
  /** The address that was checked and is connected, and its bytes so far. */
  readonly peer: () => { readonly address: string; readonly received: number } | undefined
  readonly close: () => Promise<void>
}

export type ConnectionLimits = {
  readonly maxHeaderBytes: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const CONNECT_MS = 5_000 // then the next address of the name is tried

/**
 * The name is resolved here, every address that comes back is checked, and what is connected is one of these addresses,
 * not the name: what the name means a moment later does not matter. The other end is then asked who it is. No proxy of
 * the environment is used.
 */
export async function openLine(
  target: WebTarget,
  { maxHeaderBytes, timeoutMs, signal }: ConnectionLimits,
): Promise<CheckedConnection> {
  const { Client: NewClient, buildConnector: build } = await import('undici')
  const dial = build({ timeout: Math.min(timeoutMs, CONNECT_MS), maxCachedSessions: 0, allowH2: false })
  let connected: Socket | undefined
  const connect: buildConnector.connector = (options, callback) => {
    void answerWith(callback, async () => (connected = await connectTo(target, { options, dial, signal })))
  }
  const client = new NewClient(target.url.origin, {
    connect,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  return {
    client,
    peer: () => connected && { address: connected.remoteAddress ?? '', received: connected.bytesRead },
    close: () => client.destroy().catch(() => {}),
  }
}

/** The client wants to be called back. */
async function answerWith(callback: buildConnector.Callback, connect: () => Promise<Socket>): Promise<void> {
  const made = await settled(connect)
  if (made instanceof Error) callback(made, null)
  else callback(null, made)
}

async function settled(connect: () => Promise<Socket>): Promise<Socket | Error> {
  try {
    return await connect()
  } catch (thrown) {
    return errorOf(thrown)
  }
}

const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(messageOf(thrown)))

type Dialling = {
  readonly options: buildConnector.Options
  readonly dial: buildConnector.connector
  readonly signal: AbortSignal
}

/** One address after the other; the first that answers is taken. */
async function connectTo(target: WebTarget, { options, dial, signal }: Dialling): Promise<Socket> {
  const addresses = valueOf(await checkedAddresses(target, signal))
  let last = new Error('no address answered')
  for (const address of addresses) {
    signal.throwIfAborted()
    try {
      return checkedPeer(
        await dialled({ ...options, hostname: address, servername: serverName(target) }, dial),
        target,
        addresses,
      )
    } catch (thrown) {
      if (thrown instanceof ConnectionRefused) throw thrown
      last = errorOf(thrown)
    }
  }
  throw last
}

/** A certificate is held against the name that was asked for, never against the address. */
const serverName = ({ host }: WebTarget): string => (isAddress(host) ? '' : host)

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new ConnectionRefused(result.error)
}

function dialled(options: buildConnector.Options, dial: buildConnector.connector): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial(options, (error, socket) => (socket ? resolve(socket) : reject(error ?? new Error('no connection'))))
  })
}

/** All addresses of the name, if each of them may be connected to: one that may not makes the name suspect. */
export async function checkedAddresses(target: WebTarget, signal: AbortSignal): Promise<Result<readonly string[]>> {
  const { host } = target
  const addresses = isAddress(host) ? [host] : await resolved(host, signal)
  if (addresses.length === 0) return fail('tool_network', `${host} has no address.`)
  const because = addresses.map(address => whyNotConnected(address, target)).find(words => words !== undefined)
  return because === undefined ? succeed(addresses) : fail('web_blocked', `${host} is not fetched: ${because}`)
}

async function resolved(host: string, signal: AbortSignal): Promise<readonly string[]> {
  const found = await unlessAborted(lookup(host, { all: true, verbatim: true }), signal)
  return found.map(({ address }) => address)
}

/** Listens no longer than it waits. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** A host of the person's own may be private. */
function whyNotConnected(address: string, { own, host }: WebTarget): string | undefined {
  const is = whyNotPublic(address) ?? (isOurs(address) ? THIS_MACHINE : undefined)
  if (is === undefined || (own && (host === address || !NEVER_BY_NAME.has(is)))) return undefined
  return `${address} is ${is}.`
}

/** A machine with a public address reaches its own services there. */
function isOurs(address: string): boolean {
  const plain = plainAddress(address)
  return Object.values(networkInterfaces()).some(
    each => each?.some(own => plainAddress(own.address) === plain) === true,
  )
}

/** The peer must be the address that was checked. */
export function checkedPeer(socket: Socket, target: WebTarget, addresses: readonly string[]): Socket {
  const peer = socket.remoteAddress
  const plain = peer === undefined ? undefined : plainAddress(peer)
  const isKnown = plain !== undefined && addresses.some(address => plainAddress(address) === plain)
  const because = isKnown && peer !== undefined ? whyNotConnected(peer, target) : 'somebody else answered.'
  if (because === undefined) return socket
  socket.destroy()
  throw new ConnectionRefused(fault('web_blocked', `${target.host} is not fetched: ${because}`))
}
