import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../core/index.ts'
import { type AuthorityFile, compareTrust, trustHash } from './index.ts'

const file = (path: string, text: string): AuthorityFile => ({ path, content: Buffer.from(text) })
const [CONFIG, AGENT] = [file('countersign.toml', 'a = 1'), file('.control-room/agents/x.json', '{}')]
const SEEN = trustHash([CONFIG, AGENT])

describe('trust holds for exactly what was seen', () => {
  test('each file is listed with its hash', () => {
    expect(SEEN).toMatchObject({
      files: [
        { path: '.control-room/agents/x.json', sha256: sha256('{}') },
        { path: 'countersign.toml', sha256: sha256('a = 1') },
      ],
      unreadable: [],
    })
  })

  test('the order in which files are found, or were stored, makes no difference', () => {
    expect(trustHash([AGENT, CONFIG])).toEqual(SEEN)
    expect(compareTrust({ files: SEEN.files.toReversed() }, SEEN)).toBe('trusted')
  })

  test.each<[string, readonly AuthorityFile[]]>([
    ['a byte more', [file('countersign.toml', 'a = 1 '), AGENT]],
    ['a file less', [CONFIG]],
    ['a file more', [CONFIG, AGENT, file('.control-room/recipes/r.json', '')]],
    [
      'a file that cannot be read any more',
      [CONFIG, { path: '.control-room/agents/x.json', unreadable: 'it is a symbolic link' }],
    ],
    [
      'a new file that cannot be read',
      [CONFIG, AGENT, { path: '.control-room/agents/y.json', unreadable: 'it is a symbolic link' }],
    ],
  ])('%s asks again', (_name, files) => {
    expect(compareTrust(SEEN, trustHash(files))).toBe('changed')
  })

  test('what was never seen was never trusted', () => {
    expect([compareTrust(undefined, SEEN), compareTrust(SEEN, SEEN)]).toEqual(['never', 'trusted'])
  })

  test('what cannot be read cannot be trusted, even if it could not be read then either', () => {
    const blind = trustHash([{ path: 'countersign.toml', unreadable: 'it is a symbolic link' }])
    expect(compareTrust(blind, blind)).toBe('changed')
  })

  test('names and contents cannot be shifted into each other', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.string(), fc.string()), { selector: ([path]) => path }),
        fc.nat(),
        (pairs, at) => {
          const files = pairs.map(([path, text]) => file(path, text))
          const other = files.toSpliced(at % (files.length + 1), 0, file('\u0000new', ''))
          expect(trustHash(other).hash).not.toBe(trustHash(files).hash)
        },
      ),
    )
  })
})
