import { type Socket, connect, isIP } from 'node:net'
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
  return () => connect(options)
}

async function openTls(): Promise<Dial> {
  const tls = await import('node:tls')
  return place => {
    const host = hostOf(place)
    const options = { host, port: Number(place.port || '443'), servername: isIP(host) === 0 ? host : '' }
    let session: Buffer | undefined // what was settled at the last meeting makes the next one shorter
    return (): TLSSocket => tls.connect({ ...options, ...(session && { session }) }).on('session', ticket => (session = ticket))
  }
}
