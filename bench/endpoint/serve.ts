import { type EndpointCode, serveEndpoint } from '../clients/serve-endpoint.ts'
import { runtime } from '../ours.ts'

// The endpoint in a process of its own, in front of the server that the first argument names.

const upstream = process.argv[2] ?? ''
const built: unknown = await import(new URL('../../dist/surfaces/openai/index.js', import.meta.url).href)
const endpoint = await serveEndpoint(
  { specs: [`${upstream}#m`] },
  { runtime, endpoint: built as EndpointCode['endpoint'] },
)
process.send?.(endpoint.url)
// Processor time does not depend on what else the machine does.
process.on('message', () => process.send?.(process.cpuUsage()))
process.once('disconnect', () => void endpoint.close())
