import { describe, expect, test } from 'vitest'
import { FORBIDDEN } from './cases.ts'
import { DOORS } from './doors/index.ts'
import { expectAllowed, expectForbidden } from './expect-forbidden.ts'
import type { Door } from './door.ts'
import type { ForbiddenCase } from './forbidden-case.ts'

const casesFor = ({ can }: Door): readonly ForbiddenCase[] =>
  FORBIDDEN.filter(({ needs }) => needs.every(need => can.has(need)))

describe.each(DOORS.map(door => [door.name, door] as const))('%s', (_, door) => {
  test.each(casesFor(door).map(each => [each.title, each] as const))('never runs %s', (_title, each) =>
    expectForbidden(each, door),
  )

  // Once for each case and kit of tools is enough to know that nothing else stopped it.
  const isFirst = (each: ForbiddenCase): boolean =>
    each.sharesCounterpart !== true &&
    (door === DOORS.at(-1) || DOORS.find(one => casesFor(one).includes(each)) === door)
  test.each(
    casesFor(door)
      .filter(isFirst)
      .map(each => [each.title, each] as const),
  )('runs the same call without the obstacle: %s', (_title, each) => expectAllowed(each, door))
})

test('every case has a name of its own, and a door that tries it', () => {
  expect(new Set(FORBIDDEN.map(({ title }) => title)).size).toBe(FORBIDDEN.length)
  expect(
    FORBIDDEN.filter(each => !DOORS.some(door => casesFor(door).includes(each))).map(({ title }) => title),
  ).toEqual([])
})
