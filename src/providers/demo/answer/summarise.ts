import { joinNames } from '../understand/words.ts'

const MAX_SUMMARY = 1_500
const MAX_PART = 160

/** What was asked, called and answered, in the words that stand there. */
export function summarise(conversation: string): string {
  const lines = conversation.split('\n')
  const asked = lines.flatMap(line => part(line, 'user: '))
  const called = lines.flatMap(line => part(line, 'call of '))
  const said = lines.flatMap(line => part(line, 'assistant: '))
  const receipts = [...new Set(conversation.match(/\brcpt_\w{1,64}/g) ?? [])]
  const sentences = [
    asked.length > 0 ? `The user asked: ${asked.join(' / ')}.` : '',
    called.length > 0 ? `Calls: ${called.join('; ')}.` : '',
    said.length > 0 ? `The assistant answered: ${said.join(' / ')}` : '',
    receipts.length > 0 ? `Receipts: ${joinNames(receipts, 12)}.` : '',
  ]
  return (
    sentences
      .filter(sentence => sentence !== '')
      .join('\n')
      .slice(0, MAX_SUMMARY)
      .toWellFormed() || 'Nothing that must be remembered was said.'
  )
}

const part = (line: string, start: string): readonly string[] =>
  line.startsWith(start) ? [line.slice(start.length, start.length + MAX_PART)] : []
