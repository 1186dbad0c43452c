import { assemble } from '../../../runtime/index.ts'
import { EXIT } from '../failure.ts'
import { EXAMPLE_TOOLS } from '../package-files.ts'
import { parseResult } from '../parse-result.ts'
import { renderReading } from '../render-reading.ts'
import type { Terminal } from '../terminal.ts'
import { readTools } from '../tool-file.ts'
import { SCENES } from './scenes.ts'

/** Shows what comes in, what is read, what is fixed and why something is refused; with the real reader, no model, nothing is run. */
export function demo(flags: { json?: boolean }, terminal: Terminal): number {
  const assembly = assemble(readTools(EXAMPLE_TOOLS))
  const read = SCENES.map(scene => ({ scene, reading: assembly.read({ content: scene.reply }, scene.request) }))
  if (flags.json === true) {
    terminal.out(
      JSON.stringify(
        read.map(({ scene, reading }) => ({
          title: scene.title,
          profile: scene.request.profile,
          reply: scene.reply,
          result: parseResult(reading),
        })),
      ),
    )
    return EXIT.done
  }
  const { paint, out } = terminal
  out(`${paint('bold', 'Countersign')} reads what a model wrote: one valid call, or a precise reason why not.`)
  out(
    paint(
      'dim',
      `${SCENES.length} replies, read against the ${assembly.catalog.list().length} tools of the example manuscript. No model is asked, no tool is run.`,
    ),
  )
  for (const [index, { scene, reading }] of read.entries()) {
    out(`\n${paint('cyan', `${index + 1}.`)} ${paint('bold', scene.title)} ${paint('dim', `(${scene.request.profile})`)}`)
    out(renderReading(scene.reply, reading, paint))
  }
  out(`\n${paint('bold', 'Try it on your own model:')}`)
  out(
    '  echo \'file_reader(path="Story/SCN-outline.md")\' | node bin/countersign.js parse --profile lenient --tools examples/tools/manuscript-tools.json',
  )
  out('  node bin/countersign.js explain tool_call_nonce_invalid')
  return EXIT.done
}
