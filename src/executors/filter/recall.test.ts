import { describe, expect, test } from 'vitest'
import { KINDS } from '../../../bench/redaction/kinds.ts'
import { isHidden, labelledSecrets } from '../../../bench/redaction/labelled.ts'
import { createRedactor } from './index.ts'

const redactor = createRedactor({ key: 'k' })
const shareFound = (half: 'tuning' | 'held-out', seed: number): number => {
  const labelled = labelledSecrets(half, seed)
  const found = labelled.filter(each => isHidden(each, redactor.redactText(each.text).text))
  return found.length / labelled.length
}

describe('of secrets that are made up anew', () => {
  test('there are at least 120, of at least 56 kinds, in each half', () => {
    for (const half of ['tuning', 'held-out'] as const) {
      const labelled = labelledSecrets(half)
      expect(labelled.length).toBeGreaterThanOrEqual(120)
      expect(new Set(labelled.map(({ kind }) => kind)).size).toBe(KINDS.length)
      expect(KINDS.length).toBeGreaterThanOrEqual(56)
      expect(labelled.filter(each => isHidden(each, each.text))).toEqual([]) // every one can be missed
    }
  })

  test.each([1, 2, 3])('at least 95 %% are found in surroundings that the rules were written for (seed %i)', seed => {
    expect(shareFound('tuning', seed)).toBeGreaterThanOrEqual(0.95)
  })

  test.each([4, 5, 6])('at least 95 %% are found in other surroundings (seed %i)', seed => {
    expect(shareFound('held-out', seed)).toBeGreaterThanOrEqual(0.95)
  })
})

describe('passwords that people choose', () => {
  test.each([
    'password: "Summer2024"',
    'password=hunter2',
    '"password": "correct-horse-battery-staple"',
    'DB_PASSWORD=letmeinplease',
    'passwd = "P@ssw0rd!"',
    'password: Tr0ub4dor&3',
    'PASSWORD=12121989x',
  ])('%s', text => {
    expect(redactor.redactText(text).found).toHaveLength(1)
  })
})
