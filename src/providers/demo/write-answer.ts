import { isFaultCode } from '../../core/index.ts'
import type { ShownResult } from './read-prompt.ts'
import { type FoundScene, DEMO_SCENES, fillScene } from './scenes.ts'

/** What the model says to everything that is no question of a scene. */
export const FRIENDLY_ANSWER: string = `I am the built-in demo model of Countersign: a script, offline. \
I know these questions:
${DEMO_SCENES.map(({ question }) => `- ${question}`).join('\n')}

To connect a real model, start Ollama, LM Studio or another server and name the model, for example: \
countersign chat --model ollama:qwen3:4b. "countersign doctor" shows which servers are running.`

const MOST_LINES = 12

/** The answer of a scene, with parts of what the tool really gave, and the line that proves it. */
export function answerScene(found: FoundScene, { text, receipt }: ShownResult, needsLine: boolean): string {
  const failure = failureIn(text)
  if (failure !== undefined) return `That did not work. ${failure}`
  const proof = receipt === undefined ? '' : `, receipt ${receipt}`
  const lines = linesIn(found, text)
  const quote = found.answer.includes('{quote}') ? quoteIn(lines) : undefined
  const parts = {
    files: countFiles(lines),
    places: lines.map(({ path, line }) => `${path}:${line}`).join(', '),
    entries: text
      .replace(/^\[.*\]$/gm, '')
      .trim()
      .replaceAll('\n', ', '),
    result: `\`\`\`\n${text.split('\n').slice(0, MOST_LINES).join('\n')}\n\`\`\``,
    ...(quote !== undefined && { quote: `Line ${quote.line} of ${quote.path} says: "${quote.text}"` }),
  }
  const answer = fillScene(found.answer, { ...found.slots, ...parts })
  if (quote !== undefined) return `${answer}\n\nEvidence: "${quote.text}" (${quote.path}:${quote.line}${proof})`
  const said = answer.includes('{quote}') ? 'I found nothing there.' : answer
  return needsLine ? `${said}\n\nEvidence: checked with ${found.call?.tool}${proof}` : said
}

/** A failed call's result begins with the code of its fault, or is our block about it. */
function failureIn(text: string): string | undefined {
  if (text.startsWith('[tool_error]')) return /^message: (.*)$/m.exec(text)?.[1] ?? ''
  const [, code = '', message] = /^(\w+): (.*)/.exec(text) ?? []
  return isFaultCode(code) ? message : undefined
}

type FileLine = { readonly path: string; readonly line: number; readonly text: string }

/** A search names the place of each line; a file that was read shows its lines from the first one on. */
function linesIn({ call }: FoundScene, text: string): readonly FileLine[] {
  const lines = text.split('\n')
  if (call?.tool === 'file_read') {
    const path = call.args['path'] ?? ''
    return lines.map((each, at) => ({ path, line: at + 1, text: each }))
  }
  return lines.flatMap(each => {
    const [, path, line, found = ''] = /^(.+?):(\d{1,9}): (.*)$/.exec(each) ?? []
    return path === undefined ? [] : [{ path, line: Number(line), text: found }]
  })
}

function countFiles(lines: readonly FileLine[]): string {
  const { size } = new Set(lines.map(({ path }) => path))
  return size === 1 ? '1 file' : `${size} files`
}

/**
 * One sentence, or the end of a line; neither quotation marks, nor what a tool has cut, nor what parts the proofs of an
 * Evidence line.
 */
const QUOTABLE = /\p{L}[^"“”[\];]{8,180}?(?:[.!?](?=[\s"”]|$)|$)/u

/** The first words that can be quoted; those of a heading only if there are no others. */
function quoteIn(lines: readonly FileLine[]): FileLine | undefined {
  const isHeading = ({ text }: FileLine): boolean => text.startsWith('#')
  for (const each of [...lines.filter(line => !isHeading(line)), ...lines.filter(isHeading)]) {
    const words = QUOTABLE.exec(each.text.replace(/^\[…\] \S* /, ''))?.[0]
    if (words !== undefined) return { ...each, text: words }
  }
  return undefined
}
