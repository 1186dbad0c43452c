import { OTHER_SITE, OURSELVES, SITE, SITE_V6, ZONE } from './addresses.ts'
import type { Zone } from './name-server.ts'

type Entry = ReturnType<Zone>

const only = (...addresses: string[]): Entry => ({ addresses })

/** Names with a trap in them; each is below the test's own zone. */
const NAMES: Readonly<Record<string, Entry | ((times: number) => Entry)>> = {
  www: only(SITE, SITE_V6),
  four: only(SITE),
  six: only(SITE_V6),
  other: only(OTHER_SITE),
  secure: only(SITE),
  wrong: only(SITE),
  loopback: only('127.0.0.1'),
  'loopback-six': only('::1'),
  private: only('10.1.2.3'),
  home: only('192.168.7.7'),
  metadata: only('169.254.169.254'),
  wire: only('168.63.129.16'),
  zero: only('0.0.0.0'),
  'zero-six': only('::'),
  mapped: only('::ffff:127.0.0.1'),
  'mapped-private': only('::ffff:10.1.2.3'),
  unique: only('fd00::5'),
  translated: only('64:ff9b::7f00:1'),
  tunnel: only('2002:7f00:1::1'),
  ourselves: only(OURSELVES),
  mixed: only(SITE, '10.1.2.3'),
  'mixed-reversed': only('10.1.2.3', SITE),
  'mixed-six': only(SITE, '::1'),
  'many-and-one': only(...Array.from({ length: 12 }, (_, at) => `93.184.216.${60 + at}`), '127.0.0.1'),
  alias: { addresses: ['127.0.0.1'], alias: 'localhost' },
  'alias-inside': { addresses: ['10.1.2.3'], alias: 'db.corp.internal' },
  carrier: only('100.64.1.1'),
  measuring: only('198.18.0.1'),
  oracle: only('192.0.0.192'),
  aliyun: only('100.100.100.200'),
  'link-six': only('fe80::1'),
  everybody: only('239.1.1.1'),
  all: only('255.255.255.255'),
  isatap: only('2606:2800:220:1:0:5efe:a01:203'),
  teredo: only('2001:0:7f00:1::1'),
  'mapped-metadata': only('::ffff:169.254.169.254'),
  compatible: only('::10.1.2.3'),
  'last-of-six': only(SITE_V6, 'fd00::5'),
  'metadata-six': only('fd00:ec2::254'),
  'mapped-ourselves': only(`::ffff:${OURSELVES}`),
  'site-local': only('fec0::5'),
  'rebind-mixed': times => (times === 1 ? only(SITE, '10.1.2.3') : only(SITE)),
  // The first answer is for whoever checks, the second for whoever connects.
  rebind: times => only(times === 1 ? SITE : '127.0.0.1'),
  'rebind-private': times => only(times === 1 ? SITE : '10.1.2.3'),
  'rebind-back': times => only(times === 1 ? '10.1.2.3' : SITE),
  'rebind-later': times => only(times <= 2 ? SITE : '169.254.169.254'),
  'rebind-hop': times => only(times === 1 ? SITE : '127.0.0.1'),
}

export const zone: Zone = (name, times) => {
  const entry = name.endsWith(`.${ZONE}`) ? NAMES[name.slice(0, -ZONE.length - 1)] : undefined
  return typeof entry === 'function' ? entry(times) : entry
}
