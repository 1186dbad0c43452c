import { assemble } from '../../../runtime/index.ts'
import { EXIT } from '../failure.ts'
import { EXAMPLE_TOOLS } from '../package-files.ts'
import { parseResult } from '../parse-result.ts'
import { renderReading } from '../render-reading.ts'
import { type Terminal, visible } from '../terminal.ts'
import { readToolOptions } from '../tool-file.ts'
import { playPath } from './path-scenes.ts'
import { SCENES } from './scenes.ts'

/**
 * Shows which replies are read, repaired and rejected, then real calls on their way to a tool. No model is involved.
 */
export async function demo(flags: { json?: boolean }, terminal: Terminal): Promise<number> {
  const assembly = assemble(readToolOptions(EXAMPLE_TOOLS))
  const read = SCENES.map(scene => ({ scene, reading: assembly.read({ content: scene.reply }, scene.request) }))
  const path = await playPath()
  if (flags.json === true) {
    const replies = read.map(({ scene: { title, request, reply }, reading }) => ({
      title,
      profile: request.profile,
      reply,
      result: parseResult(reading),
    }))
    terminal.out(JSON.stringify({ replies, path }))
    return EXIT.done
  }
  const { paint, out } = terminal
  const tools = `the ${assembly.catalog.list().length} tools of the example manuscript`
  out(`${paint('bold', 'Countersign')} turns a model's reply into one valid call, or says exactly why it cannot.`)
  out(paint('dim', `${SCENES.length} replies, read with ${tools}. No model runs.`))
  for (const [index, { scene, reading }] of read.entries()) {
    out(
      `\n${paint('cyan', `${index + 1}.`)} ${paint('bold', scene.title)} ${paint('dim', `(${scene.request.profile})`)}`,
    )
    out(renderReading(scene.reply, reading, paint))
  }
  out(`\n${paint('bold', 'On the way to a tool:')} ${paint('dim', 'real calls on a copy of the manuscript')}`)
  for (const { title, did, came, good } of path) {
    const mark = good ? paint('green', '✓') : paint('red', '✗')
    out(`\n${paint('bold', title)}\n  ${paint('dim', did)}\n  ${mark} ${visible(came)}`)
  }
  out(`\n${paint('bold', 'Try it yourself:')}`)
  out(
    '  echo \'file_reader(path="Story/SCN-outline.md")\' | ' +
      'node bin/countersign.js parse --profile lenient --tools examples/tools/manuscript-tools.json',
  )
  out('  node bin/countersign.js call file_search query=lamp --allow FileAccess --workspace examples/manuscript')
  out('  node bin/countersign.js explain tool_call_nonce_invalid')
  return EXIT.done
}
