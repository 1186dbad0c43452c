import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { CLOSED_V4, CLOSED_V6, NAME_SERVER, OTHER_SITE, OURSELVES, OURSELVES_V6, SITE, SITE_V6 } from './addresses.ts'

export type Namespaces = { readonly client: string; readonly server: string; readonly remove: () => void }

const ip = (...args: readonly string[]): unknown => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** Two machines and a cable. All roads of the first lead to the second, which answers for every address there is. */
export function makeNamespaces(): Namespaces {
  const [client, server] = [`cs${process.pid}c`, `cs${process.pid}s`]
  const remove = (): void => {
    for (const name of [client, server]) spawnSync('ip', ['netns', 'del', name])
    rmSync(`/etc/netns/${client}`, { recursive: true, force: true })
  }
  try {
    for (const name of [client, server]) ip('netns', 'add', name)
    ip('link', 'add', 'csv0', 'netns', client, 'type', 'veth', 'peer', 'name', 'csv1', 'netns', server)
    for (const [name, device] of [
      [client, 'csv0'],
      [server, 'csv1'],
    ] as const)
      for (const each of ['lo', device]) ip('-n', name, 'link', 'set', each, 'up')
    ip('-n', client, 'addr', 'add', `${OURSELVES}/24`, 'dev', 'csv0')
    ip('-n', client, '-6', 'addr', 'add', `${OURSELVES_V6}/64`, 'dev', 'csv0', 'nodad')
    for (const address of [SITE, OTHER_SITE, NAME_SERVER])
      ip('-n', server, 'addr', 'add', `${address}/24`, 'dev', 'csv1')
    ip('-n', server, '-6', 'addr', 'add', `${SITE_V6}/64`, 'dev', 'csv1', 'nodad')
    for (const address of CLOSED_V4) ip('-n', server, 'addr', 'add', `${address}/32`, 'dev', 'csv1')
    for (const address of CLOSED_V6) ip('-n', server, '-6', 'addr', 'add', `${address}/128`, 'dev', 'csv1', 'nodad')
    ip('-n', client, 'route', 'add', 'default', 'via', SITE)
    ip('-n', client, '-6', 'route', 'add', 'default', 'via', SITE_V6)
    mkdirSync(`/etc/netns/${client}`, { recursive: true })
    writeFileSync(`/etc/netns/${client}/resolv.conf`, `nameserver ${NAME_SERVER}\noptions timeout:1 attempts:1\n`)
    writeFileSync(
      `/etc/netns/${client}/hosts`,
      '127.0.0.1 localhost listed.public.net\n10.1.2.3 listed-private.public.net\n',
    )
    return { client, server, remove }
  } catch (thrown) {
    remove()
    throw thrown
  }
}

/** A certificate for some names, signed by an authority that only the test knows. */
export function makeCertificates(folder: string, names: readonly string[]): void {
  const openssl = (...args: readonly string[]): unknown =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'] as const
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca-key.pem',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=an authority of the test',
  )
  openssl('req', ...key, '-keyout', 'key.pem', '-out', 'request.pem', '-subj', `/CN=${names[0] ?? ''}`)
  writeFileSync(
    `${folder}/names.txt`,
    `subjectAltName=${names.map(name => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`)).join(',')}\n`,
  )
  openssl(
    'x509',
    '-req',
    '-in',
    'request.pem',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca-key.pem',
    '-CAcreateserial',
    '-out',
    'cert.pem',
    '-days',
    '2',
    '-extfile',
    'names.txt',
  )
}
