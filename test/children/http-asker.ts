import { openHttpClient, readBodyText } from '../../src/providers/http/http-client.ts'

// Asks each address three times, one after the other, and prints what comes; then whether a connection keeps this process alive.

const print = (...words: readonly unknown[]): unknown => process.stdout.write(`${words.join(' ')}\n`)
const isKept = (): boolean => process.getActiveResourcesInfo().some(name => /TCPSocketWrap|TLSWrap/.test(name))
const send = await openHttpClient({ environment: {} })

for (const url of process.argv.slice(2)) {
  for (let index = 0; index < 3; index++)
    try {
      const { status, body } = await send({ url }, new AbortController().signal)
      const duringIt = isKept()
      print(status, await readBodyText(body, 1_000), duringIt)
    } catch (thrown) {
      print(thrown instanceof Error && 'code' in thrown ? thrown.code : thrown)
    }
}
await new Promise(resolve => setTimeout(resolve, 100)) // until those that were refused are closed
print('kept alive:', isKept())
