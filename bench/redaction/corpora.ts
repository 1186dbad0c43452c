import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ALPHABETS, seeded } from './random.ts'

/** Text without secrets: whatever is found in it is a false alarm. */
export type Corpus = { readonly name: string; readonly text: string }

const root = join(import.meta.dirname, '..', '..')
const LARGEST = 8_000_000

function read(folder: string, ending: RegExp): string {
  const entries = readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
  const files = entries
    .filter(entry => entry.isFile() && ending.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
  let text = ''
  for (const file of files.toSorted()) if (text.length < LARGEST) text += `${readFileSync(file, 'utf8')}\n`
  return text.slice(0, LARGEST)
}

/** A folder of further text may be named in COUNTERSIGN_CLEAN_TEXT. */
export function cleanCorpora(): readonly Corpus[] {
  const random = seeded(99)
  const base64 = random.pick(ALPHABETS.base64, 4_000_000)
  const own = process.env['COUNTERSIGN_CLEAN_TEXT']
  return [
    { name: 'prose', text: read('node_modules', /\.(?:md|markdown)$/i) },
    { name: 'code', text: read('node_modules', /(?<!\.min|\.test|\.spec)\.(?:js|mjs|cjs)$/) },
    { name: 'types', text: read('node_modules', /\.d\.[mc]?ts$/) },
    {
      name: 'lockfiles',
      text: `${readFileSync(join(root, 'package-lock.json'), 'utf8')}${readFileSync(join(root, 'bench', 'package-lock.json'), 'utf8')}`.repeat(
        10,
      ),
    },
    { name: 'source maps', text: read('node_modules', /\.map$/) },
    { name: 'base64', text: base64 },
    { name: 'base64 in lines', text: base64.replaceAll(/.{76}/g, '$&\n') },
    ...(own === undefined ? [] : [{ name: 'your folder', text: read(own, /./) }]),
  ].filter(({ text }) => text.length > 0)
}
