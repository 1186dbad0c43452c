/** Ranges of the IANA registries that no page on the internet lives in, each with what it is. */
export type SpecialRange = readonly [range: string, is: string]

export const THIS_MACHINE = 'this machine itself'
const PRIVATE = 'a private network'
const EXAMPLES = 'reserved for examples'
const RESERVED = 'reserved'
const METADATA = 'where a cloud keeps the secrets of its machines'
const LOCAL_LINK = 'the local link'
const MANY = 'for many receivers at once'

/** Not opened by the name of a host; only the written number means it. */
export const NEVER_BY_NAME: ReadonlySet<string> = new Set([METADATA, LOCAL_LINK, MANY])

export const SPECIAL_IPV4: readonly SpecialRange[] = [
  ['169.254.169.254/32', METADATA],
  ['100.100.100.200/32', METADATA],
  ['192.0.0.192/32', METADATA],
  ['168.63.129.16/32', METADATA], // lies among public addresses, and answers inside one cloud only
  ['0.0.0.0/8', THIS_MACHINE],
  ['127.0.0.0/8', THIS_MACHINE],
  ['10.0.0.0/8', PRIVATE],
  ['172.16.0.0/12', PRIVATE],
  ['192.168.0.0/16', PRIVATE],
  ['100.64.0.0/10', "a provider's own network"],
  ['169.254.0.0/16', LOCAL_LINK],
  ['192.0.0.0/24', RESERVED],
  ['192.0.2.0/24', EXAMPLES],
  ['198.51.100.0/24', EXAMPLES],
  ['203.0.113.0/24', EXAMPLES],
  ['192.88.99.0/24', 'a tunnel'],
  ['198.18.0.0/15', 'reserved for measurements'],
  ['224.0.0.0/4', MANY],
  ['240.0.0.0/4', RESERVED],
]

/** Within 2000::/3; everything outside of it is closed anyway. */
export const SPECIAL_IPV6: readonly SpecialRange[] = [
  ['2001::/32', 'a tunnel'],
  ['2001::/23', RESERVED],
  ['2001:db8::/32', EXAMPLES],
  ['2002::/16', 'a tunnel'],
  ['3fff::/20', EXAMPLES],
]

/** Only for words: these are outside of 2000::/3, too. */
export const NAMED_IPV6: readonly SpecialRange[] = [
  ['::1/128', THIS_MACHINE],
  ['::/128', THIS_MACHINE],
  ['fd00:ec2::254/128', METADATA],
  ['fd20:ce::254/128', METADATA],
  ['fc00::/7', PRIVATE],
  ['fec0::/10', PRIVATE],
  ['fe80::/10', LOCAL_LINK],
  ['ff00::/8', MANY],
]
