import { boundedText } from '../../src/providers/http/bounded-text.ts'
import { openSend } from '../../src/providers/http/send.ts'

// Asks each address three times, one after the other, and prints what comes; then whether a connection keeps this process alive.

const print = (...words: readonly unknown[]): unknown => process.stdout.write(`${words.join(' ')}\n`)
const isKept = (): boolean => process.getActiveResourcesInfo().some(name => /TCPSocketWrap|TLSWrap/.test(name))

for (const url of process.argv.slice(2)) {
  const send = await openSend(url)
  for (let index = 0; index < 3; index++)
    try {
      const { answer } = send({ url })
      const { status, body } = await answer
      const duringIt = isKept()
      print(status, await boundedText(body, 1_000), duringIt)
    } catch (thrown) {
      print(thrown instanceof Error && 'code' in thrown ? thrown.code : thrown)
    }
}
await new Promise(resolve => setTimeout(resolve, 100)) // until those that were refused are closed
print('kept alive:', isKept())
