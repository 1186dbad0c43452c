import { CLOSED_V4, CLOSED_V6, OURSELVES, OURSELVES_V6, SITE, ZONE } from './addresses.ts'
import { FRESH_ATTACKS } from './fresh-attacks.ts'

export type Attack = { readonly how: string; readonly url: string }

const by =
  (how: string) =>
  (url: string): Attack => ({ how, url })

const LITERALS: readonly Attack[] = [
  ...CLOSED_V4.map(address => by('a closed address')(`http://${address}/`)),
  ...CLOSED_V6.map(address => by('a closed address')(`http://[${address}]/`)),
  ...[
    'http://127.0.0.1/',
    'http://127.8.9.1/',
    'http://127.1/',
    'http://127.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7F.0x0.0x0.0x1/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://0177.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://0/',
    'http://0.0.0.0/',
    'http://0x0/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::FFFF:7f00:1]/',
    'http://[0:0:0:0:0:ffff:7f00:0001]/',
    'http://[::ffff:10.1.2.3]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[fe80::1%25csv0]/',
    'http://[::1%25lo]/',
    'http://[ff02::1]/',
    'http://[2606:2800:220:1:0:5efe:7f00:1]/',
    'http://2852039166/latest/meta-data/',
    'http://0251.0376.0251.0376/latest/meta-data/',
    'http://0xA9FEA9FE/latest/meta-data/',
    'http://169.254.43518/latest/meta-data/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://①②⑦.⓪.⓪.①/',
    `http://${OURSELVES}/`,
    `http://[${OURSELVES_V6}]/`,
  ].map(by('an address in another form')),
]

const NAMES: readonly Attack[] = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'x.localhost',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'ip6-localhost',
    'printer.local',
    'metadata.google.internal',
    'metadata',
    'db.corp.internal',
    'router.lan',
  ].map(name => by('a local name')(`http://${name}/`)),
  ...[
    'loopback',
    'loopback-six',
    'private',
    'home',
    'metadata',
    'wire',
    'zero',
    'zero-six',
    'mapped',
    'mapped-private',
    'unique',
    'translated',
    'tunnel',
    'ourselves',
    'mixed',
    'mixed-reversed',
    'mixed-six',
    'many-and-one',
    'alias',
    'alias-inside',
    'rebind-back',
    'listed',
    'listed-private',
  ].map(name => by('a public name that stands for a closed address')(`http://${name}.${ZONE}/`)),
]

const FORMS: readonly Attack[] = [
  ...[
    'http://user@127.0.0.1/',
    `http://${SITE}@127.0.0.1/`,
    `http://${SITE}:80@127.0.0.1/`,
    'http://@127.0.0.1/',
    `http://127.0.0.1\\@${SITE}/`,
    `http://${SITE}\\@127.0.0.1/`,
    `http://127.0.0.1#@${SITE}/`,
    `http://127.0.0.1?@${SITE}/`,
    'http:127.0.0.1/',
    'http:/127.0.0.1/',
    'http:///127.0.0.1/',
    'http:\\\\127.0.0.1\\',
    'HtTp://127.0.0.1/',
    'http://127.0.0.1\t/',
    'ht\ntp://127.0.0.1/',
    'http://127.0.\r\n0.1/',
    ' http://127.0.0.1/',
    'http://127.0.0.1%00.public.net/',
    'http://127%2e0%2e0%2e1/',
    'http://%6c%6f%63%61%6c%68%6f%73%74/',
    'http://lo\u00adcalhost/',
    'http://local\u200dhost/',
  ].map(by('a URL that two readers read differently')),
  ...[
    'file:///etc/passwd',
    'gopher://127.0.0.1:80/_GET%20/',
    'ftp://127.0.0.1/',
    'data:text/html,LEAK',
    'javascript:1',
    'ws://127.0.0.1/',
    'blob:http://127.0.0.1/x',
    'view-source:http://127.0.0.1/',
  ].map(by('another scheme')),
  ...[22, 25, 6379, 8080, 2375].map(port => by('another port')(`http://${SITE}:${port}/`)),
]

const go = (to: string, more = ''): string => `http://${SITE}/go?to=${encodeURIComponent(to)}${more}`

const REDIRECTS: readonly Attack[] = [
  ...[
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.1.2.3/',
    'http://[fd00::5]/',
    '//127.0.0.1/',
    '/\\127.0.0.1/',
    '\\\\127.0.0.1/',
    `http://${SITE}@127.0.0.1/`,
    `http://loopback.${ZONE}/`,
    `http://mixed.${ZONE}/`,
    `http://ourselves.${ZONE}/`,
    `http://${SITE}:6379/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1:80/_x',
    'data:text/html,LEAK',
    'http://１２７.０.０.１/',
  ].map(to => by('a redirect')(go(to))),
  ...[301, 303, 307, 308].map(status => by('a redirect')(go('http://127.0.0.1/', `&status=${status}`))),
  by('a redirect behind redirects')(go(go(go('http://127.0.0.1/')))),
  by('a redirect behind a name')(`http://four.${ZONE}/go?to=${encodeURIComponent(`http://private.${ZONE}/`)}`),
  by('a name that is another one for the second hop')(
    `http://rebind-hop.${ZONE}/go?to=${encodeURIComponent(`http://rebind-hop.${ZONE}/secret`)}`,
  ),
]

/** Each of them would reach a live server, were it not refused. */
export const ATTACKS: readonly Attack[] = [...LITERALS, ...NAMES, ...FORMS, ...REDIRECTS, ...FRESH_ATTACKS]

/** A name that is public when it is checked and private when it is connected: the page must be the public one, whoever asks how often. */
export const REBINDING: readonly string[] = ['rebind', 'rebind-private', 'rebind-later'].map(
  name => `http://${name}.${ZONE}/`,
)

export const ORDINARY: readonly string[] = [
  `http://${SITE}/`,
  'http://1572395042/',
  'http://[2606:2800:220:1::34]/',
  `http://www.${ZONE}/`,
  `http://WWW.${ZONE}./`,
  `http://four.${ZONE}/a/b?c=d`,
  `http://six.${ZONE}/`,
  `http://other.${ZONE}/`,
  go(`http://other.${ZONE}/`),
  go(`https://secure.${ZONE}/`, '&status=308'),
  `https://secure.${ZONE}/`,
  `https://${SITE}/`,
]
