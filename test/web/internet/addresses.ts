/** The test's own internet: addresses that look public, and beside them everything that must not be reached, with a server behind each. */
export const SITE = '93.184.216.34'
export const OTHER_SITE = '93.184.216.35'
export const NAME_SERVER = '93.184.216.53'
export const OURSELVES = '93.184.216.1'
export const SITE_V6 = '2606:2800:220:1::34'
export const OURSELVES_V6 = '2606:2800:220:1::1'

export const PUBLIC: readonly string[] = [SITE, OTHER_SITE, NAME_SERVER, SITE_V6]

export const CLOSED_V4: readonly string[] = [
  '10.1.2.3',
  '172.16.9.9',
  '192.168.7.7',
  '169.254.169.254',
  '100.100.100.200',
  '100.64.1.1',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
]
export const CLOSED_V6: readonly string[] = [
  'fd00::5',
  'fd00:ec2::254',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a01:203',
  '2002:7f00:1::1',
  '2001:0:7f00:1::1',
  '2001:db8::5',
  'fec0::5',
  '5f00::5',
]

export const ZONE = 'public.net'
