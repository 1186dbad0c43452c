import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SESSIONS, manuscript, sourcesOf } from '../../../test/evidence-world.ts'
import { openCase } from './case.ts'
import { stemOf, stemsOf } from './structural.ts'

const WORDS = 'note notes Notes noting lamp LAMPS running ran ΟΔΟΣ οδοσ οδος İstanbul straße don’t 12 a'.split(' ')
const messages = fc
  .array(fc.constantFrom(...WORDS, ' ', ' ', ', ', "'", '’', '.'), { maxLength: 12 })
  .map(pieces => pieces.join(''))

test('words are asked if each of them, or one of its stem, stands in the message', () => {
  const sources = SESSIONS['none']?.() ?? sourcesOf(manuscript, [])
  fc.assert(
    fc.property(messages, fc.array(fc.constantFrom(...WORDS), { maxLength: 3 }), (asked, words) => {
      const { areAsked } = openCase({ text: '', asked, required: false, toolNames: [], turnReceipts: [], sources })
      const said = stemsOf(asked)
      expect(areAsked(words)).toBe(
        said.size > 0 && words.every(word => said.has(word.toLowerCase()) || said.has(stemOf(word))),
      )
    }),
    { numRuns: 1_000 },
  )
})
