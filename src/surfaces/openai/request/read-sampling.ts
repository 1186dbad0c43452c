import { type Json, type JsonObject, type Result, isJsonList, succeed } from '../../../core/index.ts'
import type { ClientRequest } from '../../../runtime/index.ts'
import { refuseRequest } from './refuse-request.ts'

type Sampling = ClientRequest['sampling']
type Range = { readonly min: number; readonly max: number; readonly whole?: boolean }

const RANGES: Readonly<Record<string, Range>> = {
  temperature: { min: 0, max: 2 },
  top_p: { min: 0, max: 1 },
  seed: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, whole: true },
  max_tokens: { min: 1, max: 10_000_000, whole: true },
  max_completion_tokens: { min: 1, max: 10_000_000, whole: true },
}

/** The sampling parameters passed to the model. Others are ignored: they do not affect safety. */
export function readSampling(body: JsonObject): Result<Sampling> {
  const numbers = new Map<string, number>()
  for (const [key, range] of Object.entries(RANGES)) {
    const value = body[key]
    if (value === undefined || value === null) continue
    if (!isWithin(value, range))
      return refuseRequest(
        key,
        `"${key}" must be a ${range.whole === true ? 'whole ' : ''}number from ${range.min} to ${range.max}.`,
      )
    numbers.set(key, value)
  }
  const stop = readStop(body['stop'])
  if (!stop.ok) return stop
  const [temperature, topP, seed] = [numbers.get('temperature'), numbers.get('top_p'), numbers.get('seed')]
  const maxTokens = numbers.get('max_completion_tokens') ?? numbers.get('max_tokens')
  return succeed({
    ...(maxTokens !== undefined && { maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(seed !== undefined && { seed }),
    ...(stop.value.length > 0 && { stop: stop.value }),
  })
}

const isWithin = (value: Json, { min, max, whole = false }: Range): value is number =>
  typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value))

const MAX_STOPS = 16

function readStop(given: Json | undefined): Result<readonly string[]> {
  if (given === undefined || given === null) return succeed([])
  const words = isJsonList(given) ? given : [given]
  const isSound = words.length <= MAX_STOPS && words.every(word => typeof word === 'string')
  return isSound
    ? succeed(words.flatMap(word => (typeof word === 'string' && word !== '' ? [word] : [])))
    : refuseRequest('stop', `"stop" must be a string or a list of at most ${MAX_STOPS} strings.`)
}
