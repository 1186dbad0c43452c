import { foldName } from '../../core/index.ts'
import { isAddress } from './address.ts'

/** `intranet.example.org`, `*.example.org` for all below it, `localhost:8080` for one port, `*` for everything. */
export type HostPattern = { readonly name: string; readonly below: boolean; readonly port: number | undefined }

export type HostPort = { readonly host: string; readonly port: number }

/** Undefined if it names no host. */
export function hostPattern(written: string): HostPattern | undefined {
  const parts =
    /^(?:(?<below>\*\.)?(?<name>[^\s/:[\]@*]+)|\[(?<six>[0-9a-f:.]+)\]|(?<all>\*{1,2}))(?::(?<port>\d{1,5}))?$/i.exec(
      written.trim(),
    )?.groups
  if (!parts) return undefined
  const port = parts['port'] === undefined ? undefined : Number(parts['port'])
  if (parts['all'] !== undefined) return { name: '', below: true, port }
  const name = hostName(parts['six'] ?? parts['name'] ?? '')
  return name === undefined ? undefined : { name, below: parts['below'] !== undefined, port }
}

/** As a URL has it, so that `BÜCHER.example` and its spelling on the wire are one name. */
function hostName(written: string): string | undefined {
  const bare = isAddress(written) && written.includes(':') ? `[${written}]` : foldName(written)
  if (!URL.canParse(`http://${bare}/`)) return undefined
  return bareHost(new URL(`http://${bare}/`).hostname)
}

/** Without brackets and without the dot that ends an absolute name. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

export function matchesHost({ name, below, port }: HostPattern, place: HostPort): boolean {
  if (port !== undefined && port !== place.port) return false
  if (name === '') return true
  return below ? place.host.endsWith(`.${name}`) : place.host === name
}
