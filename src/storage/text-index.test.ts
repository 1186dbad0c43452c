import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runs } from '../../test/soak-scale.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import type { TextIndex } from '../core/index.ts'
import { createMemoryTextIndex, openSqliteTextIndex } from './index.ts'

const DRIVERS: Record<string, () => Promise<TextIndex>> = {
  memory: async () => createMemoryTextIndex(),
  sqlite: () => openSqliteTextIndex({ path: join(temporaryFolder().path, 'texts.db') }),
}
async function open(driver: string): Promise<TextIndex> {
  const index = await DRIVERS[driver]!()
  onTestFinished(() => index.close())
  return index
}

const FILLER = ['bread and butter', 'tea with milk', 'a walk by the sea', 'rain on the roof', 'the old clock']

describe.each(Object.keys(DRIVERS))('the text index in %s', driver => {
  async function filled(texts: Readonly<Record<string, string>>): Promise<TextIndex> {
    const index = await open(driver)
    for (const [at, text] of FILLER.entries()) await index.put(`filler ${at}`, text)
    for (const [id, text] of Object.entries(texts)) await index.put(id, text)
    return index
  }
  const ids = async (index: TextIndex, query: string, limit = 10): Promise<string[]> =>
    (await index.search(query, limit)).map(({ id }) => id)

  test('finds texts with any of the words, and those with more of them first', async () => {
    const index = await filled({
      dog: 'the dog sleeps',
      both: 'the dog and the cat sleep',
      cat: 'one cat alone at night',
    })
    expect((await ids(index, 'dog cat'))[0]).toBe('both')
    expect(new Set(await ids(index, 'dog cat'))).toEqual(new Set(['both', 'dog', 'cat']))
    expect(await ids(index, 'horse')).toEqual([])
  })

  test('puts rare words, repeated words and short texts first', async () => {
    const rare = await filled({
      a: 'common word one',
      b: 'common word two',
      c: 'common word three',
      d: 'special word four',
    })
    expect((await ids(rare, 'common special'))[0]).toBe('d')
    const often = await filled({
      once: 'dragon over the hills far away',
      thrice: 'dragon dragon dragon hills far away',
    })
    expect(await ids(often, 'dragon')).toEqual(['thrice', 'once'])
    const short = await filled({ long: `dragon ${'and so on and on '.repeat(20)}`, short: 'dragon here' })
    expect(await ids(short, 'dragon')).toEqual(['short', 'long'])
  })

  test('gives scores that fall, never below zero', async () => {
    const index = await filled({ a: 'dragon dragon', b: 'dragon in a long story about other things', c: 'dragon tale' })
    const scores = (await index.search('dragon', 10)).map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.every(score => score > 0)).toBe(true)
  })

  test('gives no more hits than were asked for', async () => {
    const index = await filled({ a: 'dragon', b: 'dragon dragon', c: 'dragon tale' })
    expect(await ids(index, 'dragon', 2)).toHaveLength(2)
    for (const limit of [0, -1, Number.NaN]) expect(await ids(index, 'dragon', limit)).toEqual([])
  })

  test('forgets the old text when a new one is put, and all when it is removed', async () => {
    const index = await filled({ a: 'dragon' })
    await index.put('a', 'phoenix')
    expect([await ids(index, 'dragon'), await ids(index, 'phoenix')]).toEqual([[], ['a']])
    await index.remove('a')
    await index.remove('never there')
    expect(await ids(index, 'phoenix')).toEqual([])
  })

  test('reads a query as plain text, whatever signs and operators it holds', async () => {
    const index = await filled({ dog: 'the dog sleeps', cat: 'one cat alone', near: 'near and not far' })
    const plain = await index.search('dog', 10)
    const signs = [
      '"dog"',
      '"dog',
      'dog*',
      '(dog',
      ')dog(',
      '-dog',
      '+dog',
      '^dog',
      'dog;',
      "dog'--",
      'dog\0',
      '#dog~',
      '…dog?',
    ]
    for (const query of signs) expect([query, await index.search(query, 10)]).toEqual([query, plain])
    expect(await index.search('words:dog', 10)).toEqual(plain) // a column's name is a word like any other
    expect(new Set(await ids(index, 'dog NOT cat'))).toEqual(new Set(['dog', 'cat', 'near']))
    expect(new Set(await ids(index, 'NEAR(dog cat, 1)'))).toEqual(new Set(['dog', 'cat', 'near']))
    expect(new Set(await ids(index, 'dog AND cat'))).toEqual(new Set(['dog', 'cat', 'near', 'filler 0']))
    expect(await ids(index, 'do')).toEqual([])
    for (const nothing of ['', ' ', '"', '*', '()', '😀', '\0']) expect(await ids(index, nothing)).toEqual([])
  })

  test('knows words of any script, whatever their case and accents', async () => {
    const index = await filled({ de: 'Die Straße nach Köln', jp: '東京タワーへ行く', ru: 'Война и мир', hi: 'हिन्दी में' })
    expect(await ids(index, 'STRASSE koln')).toEqual(['de'])
    expect(await ids(index, '東京')).toEqual(['jp'])
    expect(await ids(index, 'ВОЙНА')).toEqual(['ru'])
    expect(await ids(index, 'हिन्दी')).toEqual(['hi'])
  })

  test('searches the strings in the fields like the text', async () => {
    const index = await filled({})
    await index.put('a', 'body', { title: 'Dragons of old', tags: ['myth'], pages: 300 })
    expect(await ids(index, 'myth')).toEqual(['a'])
  })

  test('takes any string as an id, and refuses half a character', async () => {
    const index = await filled({})
    const names = ['', '\0', '😀', "'; DROP TABLE texts; --", 'a"b']
    for (const id of names) await index.put(id, 'dragon')
    expect(new Set(await ids(index, 'dragon'))).toEqual(new Set(names))
    for (const id of names) await index.remove(id)
    expect(await ids(index, 'dragon')).toEqual([])
    await expect(index.put('\ud800', 'dragon')).rejects.toThrow(RangeError)
  })

  test('bears a query as long as a book', async () => {
    const index = await filled({ a: 'dragon' })
    expect(await ids(index, `dragon ${'word and other words '.repeat(50_000)}`)).toContain('a')
  })
})

test('both indexes give the same scores, also after texts were replaced and removed', async () => {
  const [memory, file] = [await open('memory'), await open('sqlite')]
  const word = fc.constantFrom('dragon', 'Dragon', 'phoenix', 'sea', 'salt', 'the', 'of', '海')
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', '😀', '\uffff')
  const change = fc.record({ id, words: fc.option(fc.array(word, { maxLength: 12 }), { freq: 4, nil: undefined }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 15 }),
      fc.array(word, { minLength: 1, maxLength: 4 }),
      async (changes, query) => {
        for (const index of [memory, file]) {
          for (const { id: name, words } of changes)
            await (words ? index.put(name, words.join(' ')) : index.remove(name))
        }
        const [first, second] = await Promise.all(
          [memory, file].map(async index => scoresOf(await index.search(query.join(' '), 100))),
        )
        expect(second).toEqual(first)
      },
    ),
    { numRuns: runs(60, 2_000) },
  )
})

const scoresOf = (hits: Awaited<ReturnType<TextIndex['search']>>): Record<string, string> =>
  Object.fromEntries(hits.map(({ id, score }) => [id, score.toPrecision(8)]))
