import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { THINGS_BY_KIND } from './harmless-things.ts'
import { HARMLESS_RULES, SENSITIVITY_RULES, rateSensitivity } from '../index.ts'

const EXAMPLES: readonly (readonly [text: string, sensitivity: string, kind: string | undefined])[] = [
  ['my password is tulip42', 'secret', 'credential'],
  ['the pass phrase for the disk is correct horse', 'secret', 'credential'],
  ['my pin is 4417', 'secret', 'credential'],
  ['the api key is abc', 'secret', 'credential'],
  ['the door code is 1234', 'secret', 'credential'],
  ['my token is abcdef', 'secret', 'credential'],
  ['p\u200bassword is tulip', 'secret', 'credential'],
  ['ｐａｓｓｗｏｒｄ is tulip', 'secret', 'credential'],
  ['use sk-test-4f9a8b7c6d5e4f3a2b1c there', 'secret', 'credential'],
  ['the card is 4111 1111 1111 1111', 'secret', 'payment card'],
  ['my password manager is free', 'low', undefined],
  ['the order number is 4111 1111 1111 1112', 'sensitive', 'unplaced'],
  ['my name is Kofi', 'sensitive', 'name'],
  ['call me Bibi', 'sensitive', 'name'],
  ['I go by Ollie', 'sensitive', 'name'],
  ['my editor is Ana', 'sensitive', 'name'],
  ['my editor is ana', 'sensitive', 'name'],
  ['Ana is my editor', 'sensitive', 'name'],
  ['I have a friend called Tom', 'sensitive', 'name'],
  ['my contact there is Piotr', 'sensitive', 'name'],
  ['I met with Maria Oliveira', 'sensitive', 'name'],
  ['my editor is vim', 'low', undefined],
  ['my dog is Rex', 'low', undefined],
  ['my cat is called Miso', 'low', undefined],
  ['my novel is called The Glass Orchard', 'low', undefined],
  ['my favourite author is Ursula Le Guin', 'low', undefined],
  ['my day off is Tuesday', 'low', undefined],
  ['I live in Oslo', 'sensitive', 'place'],
  ['I moved to Porto', 'sensitive', 'place'],
  ["I'm from Nairobi", 'sensitive', 'place'],
  ['send it to 14 Harbour Road', 'sensitive', 'place'],
  ['I work at Siemens', 'sensitive', 'place'],
  ['I go to the gym in Leith', 'sensitive', 'place'],
  ['the meeting moved to Friday', 'low', undefined],
  ['my email is jo@example.org', 'sensitive', 'contact'],
  ['it is +44 20 7946 0991', 'sensitive', 'contact'],
  ["I'm allergic to nuts", 'sensitive', 'health'],
  ['I take sertraline', 'sensitive', 'health'],
  ["I'm hard of hearing", 'sensitive', 'health'],
  ['I earn enough', 'sensitive', 'money'],
  ['it is about €300', 'sensitive', 'money'],
  ['My IBAN is GB33BUKB20201555555555', 'sensitive', 'money'],
  ['my wife likes roses', 'sensitive', 'family'],
  ['I am single', 'sensitive', 'family'],
  ['we use single quotes', 'low', undefined],
  ['my birthday is in June', 'sensitive', 'birth'],
  ["I'm 34", 'sensitive', 'birth'],
  ["I'm Catholic", 'sensitive', 'belief'],
  ['we use straight quotes', 'low', undefined],
  ['my passport is green', 'sensitive', 'identity'],
  ['I like pie', 'low', undefined],
  ["I'm a software engineer", 'low', undefined],
  ['we publish on Fridays', 'low', undefined],
  ["I'm into board games", 'low', undefined],
  ['from now on answer in French', 'low', undefined],
  ["I've been restoring an old harmonium", 'low', undefined],
  ['I play the cello', 'low', undefined],
  ['I eat late', 'low', undefined],
  ['we meet at ten', 'low', undefined],
  ['the second act is too long', 'low', undefined],
  ["I'm left-handed", 'low', undefined],
  ['I bake sourdough', 'low', undefined],
  ['I drink green tea', 'low', undefined],
  ["I'm off on Fridays", 'low', undefined],
  ['I work with two monitors', 'low', undefined],
  ['my favourite colour is teal', 'low', undefined],
  ['I write in Markdown', 'low', undefined],
  ['the safe code is 4411', 'secret', 'credential'],
  ['wifi key correct-horse-battery', 'secret', 'credential'],
  ['the alarm is 5512 then hash', 'secret', 'credential'],
  ['my keysafe number is 2748', 'secret', 'credential'],
  ['the hotspot uses marble-fox-9', 'secret', 'credential'],
  ['the error code is 404', 'low', undefined],
  ['I use Grindr', 'sensitive', 'unplaced'],
  ['I use hunter2', 'sensitive', 'unplaced'],
  ['I use food stamps', 'sensitive', 'money'],
  ['I like Anna', 'sensitive', 'unplaced'],
  ['I like being tied up', 'sensitive', 'unplaced'],
  ['I prefer blacks', 'sensitive', 'unplaced'],
  ['I write as Jo Harker', 'sensitive', 'unplaced'],
  ['I publish under the name K. Moor', 'sensitive', 'unplaced'],
  ['I sign as M', 'sensitive', 'unplaced'],
  ['my usual dose is 20', 'sensitive', 'unplaced'],
  ['my preferred pronoun is they', 'sensitive', 'unplaced'],
  ['I drink a bottle of wine a night', 'sensitive', 'unplaced'],
  ['I drink before work', 'sensitive', 'unplaced'],
  ['I read braille', 'sensitive', 'unplaced'],
  ['I drive a blue Volvo, plate HH-AB 123', 'sensitive', 'unplaced'],
  ['my laptop is stolen goods', 'sensitive', 'unplaced'],
  ['from now on I use Hinge', 'sensitive', 'unplaced'],
  ['my oncologist is away in July', 'sensitive', 'health'],
  ['my landlord at Rose Street 5 wants cash', 'sensitive', 'place'],
  ['since the divorce I sleep badly', 'sensitive', 'family'],
  ['the gate opens with 7719', 'secret', 'credential'],
  ["I can't climb stairs any more", 'sensitive', 'unplaced'],
  ['the envelope is behind the stove', 'sensitive', 'unplaced'],
  ['I love Maria', 'sensitive', 'unplaced'],
  ['I prefer aisle seats because of it', 'sensitive', 'unplaced'],
  ['the boat lies at Pier 9', 'sensitive', 'unplaced'],
  ['mi mujer se llama Ana', 'sensitive', 'unread'],
  ['ich heiße Hans', 'sensitive', 'unread'],
  ['私は東京に住んでいます', 'sensitive', 'unread'],
  ['my pаssword is tulip', 'sensitive', 'unread'], // the second letter is Cyrillic
]

describe('the rules', () => {
  test.each(EXAMPLES)('[MEM-04] %j is %s (%s)', (text, sensitivity, kind) => {
    const rating = rateSensitivity(text)
    expect(rating.sensitivity).toBe(sensitivity)
    if (kind === undefined) expect(rating.kinds).toEqual([])
    else expect(rating.kinds).toContain(kind)
  })

  test('each kind has its examples', () => {
    const shown = new Set(EXAMPLES.map(([, , kind]) => kind))
    expect(SENSITIVITY_RULES.map(({ kind }) => kind).filter(kind => !shown.has(kind))).toEqual([])
  })

  test('a text is low only where a rule speaks for it, and each of these has its example', () => {
    const harmless = EXAMPLES.filter(([, sensitivity]) => sensitivity === 'low').map(([text]) => text.toLowerCase())
    expect(
      HARMLESS_RULES.filter(({ pattern }) => !harmless.some(text => pattern.test(text))).map(({ about }) => about),
    ).toEqual([])
    expect(rateSensitivity('the gyre and the gimble are brillig')).toEqual({
      sensitivity: 'sensitive',
      kinds: ['unplaced'],
    })
  })

  test('a text that is too long to be read counts as sensitive', () => {
    expect(rateSensitivity('I like pie. '.repeat(300))).toEqual({ sensitivity: 'sensitive', kinds: ['unread'] })
  })

  test('case and the kind of apostrophe change nothing', () => {
    expect(rateSensitivity('I’M ALLERGIC TO NUTS')).toEqual(rateSensitivity("i'm allergic to nuts"))
  })
})

describe('the list of harmless things', () => {
  const all = Object.values(THINGS_BY_KIND).flatMap(words => [...words])

  test('[MEM-04] every word of it can be liked without a question, and none of them is delicate by itself', () => {
    const asked = all.filter(word => rateSensitivity(`I like ${word}`).sensitivity !== 'low')
    expect(asked).toEqual([])
  })

  test('[MEM-04] one word that is not in it makes it a question, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...all),
        fc.stringMatching(/^[a-z]{3,8}x[qz]$/),
        fc.boolean(),
        (word, strange, first) => {
          expect(rateSensitivity(`I like ${first ? `${strange} ${word}` : `${word} ${strange}`}`).sensitivity).not.toBe(
            'low',
          )
        },
      ),
    )
  })
})

describe('whatever the text is', () => {
  const shown = fc.constantFrom(...EXAMPLES.filter(([, sensitivity]) => sensitivity === 'secret').map(([text]) => text))

  test('a secret stays one among other words', () => {
    fc.assert(
      fc.property(shown, fc.lorem({ maxCount: 6 }), fc.lorem({ maxCount: 6 }), (secret, before, after) => {
        expect(rateSensitivity(`${before}. ${secret}. ${after}`).sensitivity).toBe('secret')
      }),
    )
  })

  test('it is rated without failing, and never low where a rule has spoken', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        const { sensitivity, kinds } = rateSensitivity(text)
        expect(sensitivity === 'low').toBe(kinds.length === 0)
      }),
    )
  })

  test.each(['my ', 'i do ', 'the my a ', 'works at ', '1 ', '1234 ', 'Aa1', 'a b c ', 'my a is ', 'at the '])(
    'two thousand characters of %j are rated at once',
    piece => {
      const started = performance.now()
      rateSensitivity(piece.repeat(Math.floor(2_000 / piece.length)))
      expect(performance.now() - started).toBeLessThan(250)
    },
  )
})
