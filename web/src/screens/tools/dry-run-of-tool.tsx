import type { JSX } from 'preact'
import type { ToolDryRun } from 'shapes'
import { Moment } from '../../parts/moment.tsx'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { ChangeText } from '../permissions/change-text.tsx'

const say = words.tools

/** A dry run of a call. */
export function DryRunOfTool({ result }: { readonly result: ToolDryRun }): JSX.Element {
  const { summary, risk, change, rule, confirmation, at } = result
  return (
    <div class="dry-run" data-testid="tool-dry-run">
      <p>
        <strong>{words.permission.dryRun}</strong> <Moment at={at} />: {visible(summary)}{' '}
        <span class={`risk risk-${risk}`}>{words.risk[risk]}</span>{' '}
        <span class="faint">{words.permission.dryRunDone}</span>
      </p>
      {change ? <ChangeText change={change} whole /> : <p class="faint">{say.noChange}</p>}
      <p class="faint">
        {rule
          ? `${say.ruleDecides(rule.rule, rule.action)} ${visible(rule.reason ?? '')}`
          : `${say.noRule} ${say.confirmation}: ${visible(confirmation)}.`}
      </p>
    </div>
  )
}
