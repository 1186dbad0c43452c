import { seeded } from '../redaction/random.ts'

type Random = ReturnType<typeof seeded>

const SYLLABLES =
  'ba be bi bo bu da de di do ka ke ki ko la le li lo ma me mi mo na ne no pa pe pi ra re ri ro sa se si so ta te ti to va ve vi'.split(
    ' ',
  )
const WORDS = 6_000
const DAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

/** Made-up words, each a different one, of which a few are used all the time and most hardly ever, as in any language. */
function createVocabulary(random: Random): () => string {
  const words = new Set<string>()
  while (words.size < WORDS)
    words.add(Array.from({ length: 2 + random.below(3) }, () => SYLLABLES[random.below(SYLLABLES.length)]).join(''))
  const list = [...words]
  return () => list[Math.floor(WORDS ** (random.below(1_000_000) / 1_000_000)) - 1] ?? ''
}

export type Sample = {
  readonly facts: readonly string[]
  readonly questions: Readonly<Record<string, readonly string[]>>
}

export function sampleFacts(count: number, asked: number): Sample {
  const random = seeded(77)
  const word = createVocabulary(random)
  const day = (): string => DAYS[random.below(DAYS.length)] ?? ''
  const number = (): number => random.below(1_000)
  const forms: readonly (() => string)[] = [
    () => `I like ${word()} ${word()}`,
    () => `I don't like ${word()} with ${word()}`,
    () => `I prefer ${word()} ${word()} over ${word()}`,
    () => `my ${word()} ${word()} is ${word()}`,
    () => `we publish the ${word()} ${word()} on ${day()}`,
    () => `I use ${word()} for ${word()} ${number()}`,
    () => `I always ${word()} the ${word()} before ${word()}`,
    () => `I collect ${word()} ${word()} from ${word()}`,
    () => `the ${word()} in chapter ${number()} is ${word()}`,
    () => `my favourite ${word()} is ${word()} ${word()}`,
  ]
  const facts = new Set<string>()
  while (facts.size < count) facts.add(forms[random.below(forms.length)]?.() ?? '')
  const several = (form: () => string): readonly string[] => Array.from({ length: asked }, form)
  return {
    facts: [...facts],
    questions: {
      'one word': several(() => `what about my ${word()}?`),
      'two words': several(() => `which ${word()} do I like with ${word()}?`),
      'five words': several(
        () => `do I use ${word()} or ${word()} for the ${word()} when ${word()} comes before ${word()}?`,
      ),
      'a whole message': several(() =>
        Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? word() : ['the', 'of', 'I', 'my', 'and'][at % 5])).join(
          ' ',
        ),
      ),
      'no telling word': several(
        () =>
          ['what do I like?', 'what do you know about me?', "what's my name?", 'what do I use?'][random.below(4)] ?? '',
      ),
    },
  }
}
