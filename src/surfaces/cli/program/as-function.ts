/** What a function made here is given: the exports of a place, a promise of them, and the address of its own file. */
export const GIVEN_NAMES = ['__need', '__load', '__here'] as const

const NEEDED = /^import (?:\{ (?<names>[^}]*) \} from )?(?<place>"[^"]+");$/
const PASSED_ON = /^export \{ (?<names>[^}]*) \} from (?<place>"[^"]+");$/
const RENAMED = /([^\s,]+)(?: as ([^\s,]+))?/g // a as b, c
const EXPORTED = /^export \{ (?<names>[^}]*) \};\s*$/

/**
 * A module as the bundler writes it, as the text of a function that returns its exports: V8 takes compiled code for scripts, and on Node 20 for
 * no module. Lines stay where they were, so that traces name them. The build refuses modules of which this would not be true.
 * Bytes are changed, and decoded once: to copy decoded text of this size takes longer than all else here.
 */
export function asFunction(module: Buffer): string {
  const { head, exported, end } = readHead(module)
  const lastLine = Math.max(module.lastIndexOf('\nexport { ') + 1, end)
  const names = EXPORTED.exec(module.toString('utf8', lastLine))?.groups?.['names']
  if (names !== undefined)
    exported.push(names.replaceAll(RENAMED, (_, own: string, other: string = own) => `${other}: ${own}`))
  const whole = Buffer.concat([
    Buffer.from(`(function (${GIVEN_NAMES.join(', ')}) { 'use strict'; ${head}`),
    module.subarray(end, names === undefined ? module.length : lastLine),
    Buffer.from(`return { ${exported.join(', ')} };\n})`),
  ])
  for (const at of placesOf(whole, 'import(')) if (isArgument(whole[at + 'import('.length])) whole.write('__load', at)
  for (const at of placesOf(whole, 'import.meta.url')) whole.write('__here'.padEnd('import.meta.url'.length), at)
  return whole.toString('utf8')
}

type Head = { readonly head: string; readonly exported: string[]; readonly end: number }

/** The lines that fetch from other files. */
function readHead(module: Buffer): Head {
  const exported: string[] = []
  let head = ''
  let end = 0
  while (end < module.length) {
    const next = module.indexOf('\n', end) + 1 || module.length
    const line = module.toString('utf8', end, next).trimEnd()
    const passedOn = PASSED_ON.exec(line)?.groups
    const { names, place } = passedOn ?? NEEDED.exec(line)?.groups ?? {}
    if (place === undefined) break
    const needed = `__need(${place})`
    if (passedOn === undefined)
      head += names === undefined ? needed : `const { ${names.replaceAll(' as ', ': ')} } = ${needed}`
    else
      exported.push(
        (names ?? '').replaceAll(
          RENAMED,
          (_, theirs: string, other: string = theirs) => `${other}: ${needed}.${theirs}`,
        ),
      )
    head += ';\n'
    end = next
  }
  return { head, exported, end }
}

function* placesOf(text: Buffer, word: string): Generator<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) yield at
}

/** As the bundler writes it. Behind `import(` in a text stands something else. */
const isArgument = (byte: number | undefined): boolean =>
  byte !== undefined && /^["\w]$/.test(String.fromCodePoint(byte))
