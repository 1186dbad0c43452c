import { type OnReadOpts, type Socket, connect, isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'

/** Connects to the place of an address. */
export type Dial = (place: URL) => () => Socket

/** In TLS or in the open, as the address has it; an address that has it otherwise is not dialled. */
export async function openDial(address: string): Promise<Dial> {
  return /^https:/i.test(address) ? only('https:', await openTls()) : only('http:', dialOpenly)
}

function only(protocol: string, dial: Dial): Dial {
  return place => {
    if (place.protocol !== protocol) throw new TypeError(`${place.origin} is no address for ${protocol}`)
    return dial(place)
  }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

function dialOpenly(place: URL): () => Socket {
  const options = { host: hostOf(place), port: Number(place.port || '80') }
  return () => heard(onread => connect({ ...options, onread }))
}

const arrivals = Buffer.allocUnsafeSlow(65_536) // for all sockets: what comes is copied before anything else can come

/** For each read node would make a buffer of this size and cut it, and lead it through a stream that nobody needs. */
function heard(open: (onread: OnReadOpts) => Socket): Socket {
  const socket = open({
    buffer: arrivals,
    callback(length) {
      socket.emit('data', Buffer.from(arrivals.subarray(0, length)))
      return true
    },
  })
  return socket
}

async function openTls(): Promise<Dial> {
  const tls = await import('node:tls')
  return place => {
    const host = hostOf(place)
    const options = { host, port: Number(place.port || '443'), servername: isIP(host) === 0 ? host : '' }
    let session: Buffer | undefined // what was settled at the last meeting makes the next one shorter
    return (): TLSSocket =>
      tls.connect({ ...options, ...(session && { session }) }).on('session', ticket => (session = ticket))
  }
}
