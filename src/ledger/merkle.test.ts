import { hash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_ROOT, TreeBuilder, leafHash } from './merkle.ts'

const sha = (...parts: Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

/** The definition of RFC 6962 §2.1, word for word: slow, and plainly right. */
function definition(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha()
  if (leaves.length === 1) return sha(Buffer.of(0), leaves[0] ?? Buffer.alloc(0))
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sha(Buffer.of(1), definition(leaves.slice(0, split)), definition(leaves.slice(split)))
}

function build(leaves: readonly Uint8Array[]): TreeBuilder {
  const tree = new TreeBuilder()
  for (const leaf of leaves) tree.add(leafHash(leaf))
  return tree
}

describe('the tree', () => {
  test('of nothing, and of the known vector of one empty leaf', () => {
    expect(build([]).root()).toEqual(EMPTY_ROOT)
    expect(
      build([Buffer.alloc(0)])
        .root()
        .toString('hex'),
    ).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  })

  test('is that of RFC 6962 for every size', () => {
    const leaves = Array.from({ length: 130 }, (_, index) => Buffer.from(`leaf ${index}`))
    for (let size = 0; size <= leaves.length; size++)
      expect(build(leaves.slice(0, size)).root()).toEqual(definition(leaves.slice(0, size)))
  })

  test('goes on from its edge as if it had never stopped', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 80 }), fc.nat(), (leaves, cut) => {
        const at = leaves.length === 0 ? 0 : cut % (leaves.length + 1)
        const resumed = new TreeBuilder(build(leaves.slice(0, at)).frontier())
        for (const leaf of leaves.slice(at)) resumed.add(leafHash(leaf))
        expect(resumed.root()).toEqual(definition(leaves))
      }),
      { seed: 6962, numRuns: 200 },
    )
  })
})
