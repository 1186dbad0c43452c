import { SITE, ZONE } from './addresses.ts'
import type { Attack } from './attacks.ts'

const by =
  (how: string) =>
  (url: string): Attack => ({ how, url })

const LITERALS = [
  'http://127.0.0.1:80/',
  'https://127.255.255.254/',
  'http://0177.0x0.0.1/',
  'http://127.0.0x1/',
  'http://0x00000000007f000001/',
  `http://127.${'0'.repeat(60)}1/`,
  'http://0.1.2.3/',
  'http://00/',
  'http://[::1]:80/',
  'http://[0000:0000:0000:0000:0000:ffff:0a01:0203]/',
  'http://[::ffff:c0a8:707]/',
  'http://[::ffff:6440:101]/',
  'http://[::ffff:100.100.100.200]/',
  'http://[::a01:203]/',
  'http://[::ffff:0177.0.0.1]/',
  'http://[64:ff9b::a01:203]/',
  'http://[64:FF9B::192.168.7.7]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[2002:0a01:0203:1::]/',
  'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
  'http://[2606:2800:220:1:200:5efe:a01:203]/',
  'http://[fd20:ce::254]/',
  'http://[febf::1]/',
  'http://[fc00::1]/',
  'http://[ff0e::1]/',
  'http://[100::1]/',
  'http://[3fff::1]/',
  'http://172.31.255.255/',
  'http://0254.020.011.011/',
  'http://3232237319/',
  'http://0xc0a80707/',
  'http://167838211/',
  'http://10.66051/',
  'http://1684301000/',
  'http://255.255.255.255/',
  'http://239.1.1.1/',
  'http://１６９。２５４。１６９。２５４/',
  'http://𝟭𝟬.𝟭.𝟮.𝟯/',
].map(by('an address in another form'))

const NAMES = [
  'localhost.localdomain',
  'ｌｏｃａｌｈｏｓｔ',
  'kubernetes.default.svc.cluster.local',
  'host.docker.internal',
  'instance-data',
  'wpad',
  'router.home.arpa',
  'a.b.c.intranet',
  'Printer.LOCAL.',
  ...[
    'carrier',
    'measuring',
    'oracle',
    'aliyun',
    'link-six',
    'everybody',
    'all',
    'isatap',
    'teredo',
    'mapped-metadata',
    'compatible',
    'last-of-six',
    'metadata-six',
    'mapped-ourselves',
    'site-local',
    'rebind-mixed',
  ].map(name => `${name}.${ZONE}`),
].map(name => by('a name of something closed')(`http://${name}/`))

const FORMS = [
  `http://127.0.0.1:80#.${ZONE}/`,
  `http://${ZONE}:80:80@127.0.0.1/`,
  `http://127.0.0.1;@${SITE}/`,
  `http://${SITE}&@127.0.0.1/`,
  `http://${SITE}%2f@127.0.0.1/`,
  'http://%31%32%37.0.0.1/',
  'http://0%78%37f000001/',
  'http://127.0.0.1%2f/',
  'http://[::1]%2f/',
  'http://127.0.0.1\u2028/',
  'http:\u00a0//127.0.0.1/',
  'http://127.0.0.1\u0000/',
  'jar:http://127.0.0.1!/',
  'feed:http://127.0.0.1/',
  'dict://127.0.0.1:80/x',
  'http+unix://%2fvar%2frun%2fdocker.sock/',
  'about:blank',
  '//127.0.0.1/',
  ...[0, 1, 21, 445, 5432, 9200, 65_535].map(port => `http://${SITE}:${port}/`),
].map(by('a URL that means something else'))

const go = (to: string): string => `http://${SITE}/go?to=${encodeURIComponent(to)}`

const REDIRECTS = [
  '///127.0.0.1/',
  'hTTp://10.66051/',
  'http://[64:ff9b::a01:203]/',
  '//user:word@10.1.2.3/',
  'http://0x0a010203/',
  `http://carrier.${ZONE}/`,
  `//mapped-metadata.${ZONE}/`,
  'https://127.0.0.1/',
  'http://192.168.7.7:80/',
  `http://${SITE}:22/`,
  '//localhost./',
  'javascript:1',
].map(to => by('a redirect')(go(to)))

/** Written by somebody who had not seen the others. */
export const FRESH_ATTACKS: readonly Attack[] = [...LITERALS, ...NAMES, ...FORMS, ...REDIRECTS]
