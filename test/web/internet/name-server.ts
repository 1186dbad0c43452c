import { type Socket, createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'

/** What a name stands for when it is asked for the so-manieth time: addresses, and names to go on with. */
export type Zone = (
  name: string,
  times: number,
) => { readonly addresses: readonly string[]; readonly alias?: string } | undefined

const [A, CNAME, AAAA] = [1, 5, 28]

/** As much of DNS as a resolver needs: one question, and answers that may not be kept. */
export function nameServer(address: string, zone: Zone): Promise<Socket> {
  const times = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (message, peer) => {
    const { name, type, end } = questionIn(message)
    const key = `${name} ${type}`
    const asked = (times.get(key) ?? 0) + 1
    times.set(key, asked)
    const found = zone(name, asked)
    const answers = found === undefined ? [] : recordsFor(name, type, found)
    socket.send(
      Buffer.concat([
        headOf(message, { known: found !== undefined, answers: answers.length }),
        message.subarray(12, end),
        ...answers,
      ]),
      peer.port,
      peer.address,
    )
  })
  return new Promise(resolve => socket.bind(53, address, () => resolve(socket)))
}

function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (message[at] !== 0) {
    const length = message[at] ?? 0
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function headOf(message: Buffer, { known, answers }: { readonly known: boolean; readonly answers: number }): Buffer {
  const head = Buffer.alloc(12)
  message.copy(head, 0, 0, 2)
  head.writeUInt16BE(known ? 0x8580 : 0x8583, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers, 6)
  return head
}

type Found = { readonly addresses: readonly string[]; readonly alias?: string }

function recordsFor(name: string, type: number, { addresses, alias }: Found): readonly Buffer[] {
  const owner = alias ?? name
  const fitting = addresses.filter(address => (type === AAAA) === isIPv6(address) && (type === A || type === AAAA))
  const aliases = alias === undefined ? [] : [record(name, CNAME, encodedName(alias))]
  return [
    ...aliases,
    ...fitting.map(address =>
      record(owner, type, isIPv6(address) ? bytesOfV6(address) : Buffer.from(address.split('.').map(Number))),
    ),
  ]
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8) // between them a time to live of 0
  return Buffer.concat([encodedName(name), fixed, data])
}

const encodedName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map(label => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ])

function bytesOfV6(address: string): Buffer {
  const whole = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = whole.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const all = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return Buffer.from(all.flatMap(group => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]))
}
