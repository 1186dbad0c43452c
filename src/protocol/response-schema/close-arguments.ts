import type { JsonObject } from '../../core/index.ts'
import { surveyParameters } from './survey-parameters.ts'
import { relocate } from './relocate.ts'
import { objectOf } from './schema-parts.ts'

/**
 * The tool's own schema, moved to `pointer` and closed: only listed keys are legal.
 * A key that only a branch lists is repeated as `true` beside it, since `additionalProperties` does not look into branches.
 * A tool that itself asks for unlisted keys keeps them; the catalog accepts them too, and a closed schema would make such calls impossible.
 */
export function closeArguments(input: JsonObject, pointer: string): JsonObject {
  const { names, open } = surveyParameters(input)
  const moved = relocate(input, pointer)
  const listed = Object.fromEntries(names.map(name => [name, true]))
  const closed = { ...moved, type: 'object', properties: { ...listed, ...objectOf(moved.properties) } }
  return open ? closed : { ...closed, additionalProperties: false }
}
