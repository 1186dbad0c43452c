import type { Sentence } from './sentences.ts'

/** Where a new statement begins in the middle of a sentence; what excuses the one does not excuse the other. */
const TURN =
  /;\s|\s[—–]\s|\s-\s|,?\s(?:but|while|whereas|although|though|yet)\s(?=\S)|,\s(?:and\s)?so\s|,?\sand\s(?=in (?:scene|chapter) \d)/gi

/** Besides, where something is added to one part of it: "…, which he could have bought". */
const ADDITION = new RegExp(`${TURN.source}|:\\s|,\\s(?:which|who|whom|where|since)\\s|,?\\sbecause\\s`, 'gi')

export const clausesOf = (sentence: Sentence): readonly Sentence[] => cutAt(sentence, TURN)

export const statementsOf = (sentence: Sentence): readonly Sentence[] => cutAt(sentence, ADDITION)

function cutAt(sentence: Sentence, turn: RegExp): readonly Sentence[] {
  const { text, hidden, quotes } = sentence
  const turns = [...hidden.matchAll(turn)]
  if (turns.length === 0) return [sentence]
  const starts = [0, ...turns.map(({ index, 0: words }) => index + words.length), hidden.length]
  return starts.slice(0, -1).map((start, index) => {
    const end = starts[index + 1] ?? hidden.length
    const own = quotes.filter(quote => quote.start >= start && quote.end <= end)
    return {
      text: text.slice(start, end),
      hidden: hidden.slice(start, end),
      quotes: own.map(quote => ({ ...quote, start: quote.start - start, end: quote.end - start })),
    }
  })
}
