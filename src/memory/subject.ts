/** What a fact is about, so that a second one about the same is noticed, and what it says of it. */
export type Subject = { readonly subject: string; readonly value: string }

type Read = {
  readonly pattern: RegExp
  readonly read: (parts: Readonly<Record<string, string>>) => Subject | undefined
}

const clean = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s'+-]/gu, ' ')
    .replace(/(?<=^|\s)(?:a|an|the)\s/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const fixed =
  (subject: string): Read['read'] =>
  ({ value = '' }) => ({ subject, value: clean(value) })
const LIKES = 'like|love|enjoy|prefer|adore|fancy|favour|favor'
const DISLIKES = 'hate|dislike|detest|loathe|despise|avoid'
const SOFTER = String.raw`(?:(?:really|also|always|absolutely|quite|do|personally|mostly|still) )*`
const I_AM = String.raw`(?:i am|i'm|im)`

/** The first that fits; only things of which there is one at a time, so that two values are worth a question. */
const READERS: readonly Read[] = [
  {
    pattern:
      /^(?:(?:(?:you (?:can|may|should)|please|just|everyone|my friends|people) ){0,3}calls? me|i go by|my (?:first |full )?name(?: is|'s)|(?:i am|i'm) (?:called|named)) (?<value>.+?)(?: (?:from (?:now|here) on|please|instead|now)\b.*)?$/i,
    read: fixed('name'),
  },
  {
    pattern: new RegExp(String.raw`^(?:i|we) ${SOFTER}prefer (?<one>.+?) (?:over|to|rather than) (?<other>.+)$`, 'i'),
    read: ({ one = '', other = '' }) => ({
      subject: `preference: ${[clean(one), clean(other)].toSorted().join(' or ')}`,
      value: clean(one),
    }),
  },
  {
    pattern: new RegExp(
      String.raw`^(?:i|we) ${SOFTER}(?<not>(?:don't|do not|never|can't|cannot|no longer) )?${SOFTER}(?<verb>${LIKES}|${DISLIKES}|stand) (?<what>.+)$`,
      'i',
    ),
    read: ({ not, verb = '', what = '' }) => {
      const isLiked = new RegExp(`^(?:${LIKES}|stand)$`, 'i').test(verb) !== (not !== undefined)
      return { subject: `liking: ${clean(what)}`, value: isLiked ? 'likes' : 'dislikes' }
    },
  },
  {
    pattern: new RegExp(
      String.raw`^(?:i|we) (?:currently |now |just |recently )?(?:live|moved|reside) (?:in|at|to|near|on) (?<value>.+)$`,
      'i',
    ),
    read: fixed('home'),
  },
  { pattern: new RegExp(`^${I_AM} based (?:in|at|near) (?<value>.+)$`, 'i'), read: fixed('home') },
  {
    pattern: new RegExp(`^(?:i was born on|my birthday is(?: on)?|i was born in(?= \\d)) (?<value>.+)$`, 'i'),
    read: fixed('birthday'),
  },
  { pattern: new RegExp(`^(?:${I_AM}|i just turned|i turned) (?<value>\\d{1,3})\\b.*$`, 'i'), read: fixed('age') },
  { pattern: /^(?:i work (?:at|for)|my employer is) (?<value>.+)$/i, read: fixed('employer') },
  { pattern: /^(?:i work as|my job is) (?<value>.+)$/i, read: fixed('occupation') },
  {
    pattern: new RegExp(
      `^${I_AM} (?<value>(?:not |strictly )?(?:a )?(?:vegan|vegetarian|pescatarian|omnivore))\\b.*$`,
      'i',
    ),
    read: fixed('diet'),
  },
  {
    pattern: new RegExp(`^${I_AM} (?<value>(?:not )?(?:single|married|divorced|engaged|widowed))\\b.*$`, 'i'),
    read: fixed('marriage'),
  },
  {
    pattern: new RegExp(`^${I_AM} (?<value>(?:left|right)-?handed|ambidextrous)\\b.*$`, 'i'),
    read: fixed('handedness'),
  },
  {
    pattern:
      /^(?:my|our) (?<what>[\p{L}\d' -]{2,60}?)(?:'s name| name)? (?:is|are|was|will be)(?: called| named| on| at)? (?<value>.+)$/iu,
    read: ({ what = '', value = '' }) => ({ subject: `${clean(what)}${formOf(value)}`, value: clean(value) }),
  },
  {
    pattern: /^(?<value>[\p{Lu}\d][\p{L}\d.' -]{0,40}?) is (?:my|our) (?<what>[\p{L}' -]{2,60}?)(?:'s name)?$/u,
    read: ({ what = '', value = '' }) => ({ subject: `${clean(what)}${formOf(value)}`, value: clean(value) }),
  },
  {
    pattern:
      /^(?<who>i|we|our team) (?:always |usually |normally |mostly )?(?<verb>publish|ship|deploy|release|meet|meets|edit|review|invoice|close|open|train) (?<what>[\p{L} ]{0,40}?)(?:on|every|at|in) (?<value>.+)$/iu,
    read: ({ who = '', verb = '', what = '', value = '' }) => ({
      subject: clean(`when ${who} ${verb} ${what}`),
      value: clean(value),
    }),
  },
]

/** "my brother is Tom" and "my brother is a doctor" do not contradict each other. */
function formOf(value: string): string {
  if (/^(?:not )?(?:an?|the|my|our|very|so|in|from) /i.test(value)) return ' (description)'
  return ''
}

const MAX_READ = 500

/** Undefined where a second fact of the same form would be no contradiction. */
export function subjectOf(text: string): Subject | undefined {
  const plain = text
    .slice(0, MAX_READ)
    .replace(/[’‘ʼ´]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
  for (const { pattern, read } of READERS) {
    const groups = pattern.exec(plain)?.groups
    if (groups) return read(groups)
  }
  return undefined
}

/** The same for two texts that differ only in case, signs and spaces. */
export const sameText = (text: string): string => clean(text)
