import { expect, test } from 'vitest'
import { quoteIn } from '../screens/chat/evidence-line.tsx'
import { withoutEvidenceLine } from './without-evidence-line.ts'

test('the last line of evidence goes, the answer stays', () => {
  expect(withoutEvidenceLine('Two scenes.\n\nEvidence: "a b c" (x.md:1)')).toBe('Two scenes.')
  expect(withoutEvidenceLine('Two scenes.\n**Evidence:** checked x.md\n')).toBe('Two scenes.')
  expect(withoutEvidenceLine('Evidence: is what I need.\nMore text')).toBe('Evidence: is what I need.\nMore text')
  expect(withoutEvidenceLine('Evidence: x.md:1')).toBe('Evidence: x.md:1')
})

test('the quote of a claim is what stands between its marks', () => {
  expect(quoteIn('"rely on this lighthouse" (x.md:15)')).toBe('rely on this lighthouse')
  expect(quoteIn('“rely on it” in line 3')).toBe('rely on it')
  expect(quoteIn('rely on it')).toBe('rely on it')
})
