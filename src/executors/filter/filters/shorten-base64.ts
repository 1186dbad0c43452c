import { EVERYTHING, type Matcher } from '../matcher.ts'
import type { Filter } from '../pipeline.ts'

const RUN = /[A-Za-z0-9+/]{512,}={0,2}/g // shorter runs may be keys or hashes that somebody compares
const SHOWN = 48

/** Images, fonts and archives in base64 tell a model nothing: their beginning and length are enough. */
export const shortenBase64 = (matches: Matcher = EVERYTHING): Filter => ({
  name: 'shorten_base64',
  matches,
  apply: text => {
    const shorter = text.replaceAll(RUN, run =>
      isBase64(run) ? `${run.slice(0, SHOWN)}… (${run.length - SHOWN} more characters of base64)` : run,
    )
    return { text: shorter, confidence: shorter === text ? 'Full' : 'Partial' }
  },
})

/** All three kinds of characters, so that a long word or number is left alone. */
const isBase64 = (run: string): boolean => /[A-Z]/.test(run) && /[a-z]/.test(run) && /[0-9]/.test(run)
