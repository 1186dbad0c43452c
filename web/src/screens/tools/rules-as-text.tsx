import type { JSX } from 'preact'
import { CompletingText } from '../../parts/completing-text.tsx'
import { words } from '../../words.ts'
import { suggestRule } from './rule-suggestions.ts'
import type { RuleNames } from './rules-as-form.tsx'

const say = words.policy

export type RulesAsTextProps = {
  readonly text: string
  readonly names: RuleNames
  readonly onInput: (text: string) => void
}

export function RulesAsText({ text, names: { schema, tools }, onInput }: RulesAsTextProps): JSX.Element {
  const vocabulary = { schema, names: { '*.tools.*': ['*', ...tools] } }
  return (
    <>
      <CompletingText
        label={say.editTitle}
        rows={16}
        value={text}
        disabled={false}
        describedBy="rules-note"
        suggest={(written, caret) => suggestRule(written, caret, vocabulary)}
        onInput={onInput}
      />
      <p class="faint" id="rules-note">
        {say.editNote}
      </p>
    </>
  )
}
