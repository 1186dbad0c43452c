import { type Toolbox, isJsonList, isJsonObject } from '../../core/index.ts'
import type { WrittenCall } from '../literal/python-calls.ts'
import { parametersOf } from './keys.ts'

/** Words for what is kept somewhere else. Models do leave out the quotes of a value; they hardly mean one of these as the value itself. */
const VARIABLE =
  /^(?:(?:the|new|old|file|email|mail|page|note|full|final|updated|raw|parsed)_)?(?:text|contents?|results?|outputs?|response|summary|message|body|data|value|answer|reply|report|draft)$/

/** `write(content=text)`: nobody knows which text that is, unless the tool knows the word. */
export function takesVariable({ name, named, bare }: WrittenCall, tools: Toolbox): boolean {
  return bare.some(key => {
    const value = named[key]
    return (
      typeof value === 'string' &&
      VARIABLE.test(value) &&
      !isAllowed(value, parametersOf(tools.find(name)?.tool.input)[key])
    )
  })
}

function isAllowed(value: string, schema: unknown): boolean {
  const allowed = isJsonObject(schema) ? schema['enum'] : undefined
  return isJsonList(allowed) && allowed.includes(value)
}
