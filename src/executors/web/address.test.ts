import { BlockList } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAddress, plainAddress, whyNotPublic } from './address.ts'

const byte = fc.integer({ min: 0, max: 255 })
const four = fc.tuple(byte, byte, byte, byte).map(bytes => bytes.join('.'))
const group = fc.integer({ min: 0, max: 0xffff }).map(value => value.toString(16))
const six = fc.array(group, { minLength: 8, maxLength: 8 }).map(groups => groups.join(':'))

/** Somebody else's reading of the same ranges, to hold ours against. */
function closedV4(): BlockList {
  const list = new BlockList()
  const ranges =
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32'
  for (const range of ranges.split(' ')) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), 'ipv4')
  }
  return list
}

/** Near the edges of the ranges, where a wrong bit shows. */
const edge = fc
  .tuple(
    fc.constantFrom(
      0x0a000000,
      0x0b000000,
      0x64400000,
      0x64800000,
      0x7f000000,
      0x80000000,
      0xa9fe0000,
      0xa9ff0000,
      0xac100000,
      0xac200000,
      0xc0000000,
      0xc0000100,
      0xc0000200,
      0xc0a80000,
      0xc0a90000,
      0xc6120000,
      0xc6140000,
      0xe0000000,
    ),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([start, by]) => [24, 16, 8, 0].map(shift => ((start + by) / 2 ** shift) & 0xff).join('.'))

describe('IPv4', () => {
  test('is public exactly outside of the special ranges', () => {
    const closed = closedV4()
    fc.assert(
      fc.property(
        fc.oneof(four, edge),
        address => (whyNotPublic(address) === undefined) === !closed.check(address, 'ipv4'),
      ),
      { numRuns: 5_000 },
    )
  })

  test('is judged the same in whatever it is wrapped', () => {
    const wrapped = (address: string): readonly string[] => [
      `::ffff:${address}`,
      `0:0:0:0:0:ffff:${address}`,
      `64:ff9b::${address}`,
    ]
    fc.assert(
      fc.property(fc.oneof(four, edge), address =>
        wrapped(address).every(each => whyNotPublic(each) === whyNotPublic(address)),
      ),
    )
  })

  test.each([
    '8.8.8.8',
    '93.184.216.34',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '11.0.0.0',
    '100.128.0.0',
    '223.255.255.255',
  ])('%s is public', address => {
    expect(whyNotPublic(address)).toBeUndefined()
  })
})

describe('IPv6', () => {
  test('is closed outside of 2000::/3, whatever follows', () => {
    fc.assert(
      fc.property(six, address => {
        const first = Number.parseInt(address.split(':')[0] ?? '', 16)
        const isGlobal = first >= 0x2000 && first <= 0x3fff
        fc.pre(!address.startsWith('64:ff9b:'))
        if (!isGlobal) expect(whyNotPublic(address)).toBeDefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test.each(['2606:2800:220:1::34', '2a00:1450:4001::1', '2001:4860:4860::8888', '64:ff9b::8.8.8.8', '::ffff:8.8.8.8'])(
    '%s is public',
    address => {
      expect(whyNotPublic(address)).toBeUndefined()
    },
  )

  test.each([
    '::',
    '::1',
    '::7f00:1',
    '::ffff:0:127.0.0.1',
    'fe80::1',
    'fc00::1',
    'fdff::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:808:808::1',
    '3fff::1',
    '64:ff9b:1::1',
    '100::1',
    '5f00::1',
    'fd00:ec2::254',
    '2606:2800::5efe:7f00:1',
    '2606:2800::200:5efe:a00:1',
  ])('%s is closed', address => {
    expect(whyNotPublic(address)).toBeDefined()
  })
})

describe('what is no address', () => {
  test.each([
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '0x7f.0.0.1',
    '1.2.3.4 ',
    'fe80::1%eth0',
    '::1%lo',
    ':::',
    '1::2::3',
    '12345::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '::g',
    '[::1]',
    '1.2.3.4::',
    '::1.2.3',
    '1:2:3:4:5:6:7::8',
  ])('"%s" is closed', text => {
    expect([isAddress(text), whyNotPublic(text)]).toEqual([false, 'no address that can be read'])
  })

  test('is closed, and never thrown at', () => {
    fc.assert(fc.property(fc.string(), text => isAddress(text) || whyNotPublic(text) !== undefined))
  })
})

test('two spellings of one address are one', () => {
  expect(plainAddress('::ffff:7f00:1')).toBe(plainAddress('127.0.0.1'))
  expect(plainAddress('2606:2800:0:0::34')).toBe(plainAddress('2606:2800::0034'))
  expect(plainAddress('x')).toBeUndefined()
})
