import { serveEndpoint } from '../clients/serve-endpoint.ts'

// The endpoint in a process of its own, in front of the server that the first argument names.

const upstream = process.argv[2] ?? ''
const endpoint = await serveEndpoint({ specs: [`${upstream}#m`] })
process.send?.(endpoint.url)
process.once('disconnect', () => void endpoint.close())
