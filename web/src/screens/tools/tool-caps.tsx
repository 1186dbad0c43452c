import type { JSX } from 'preact'
import type { ToolView } from 'shapes'
import { Link } from '../../parts/link.tsx'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { capText } from './cap-text.ts'

const say = words.tools

/** How long a call may take, how much it may give back, and how many there may be. */
export function ToolCaps({ caps }: { readonly caps: ToolView['caps'] }): JSX.Element {
  return (
    <details class="tool-caps" open data-testid="tool-caps">
      <summary>{say.caps}</summary>
      <ul class="plain">
        {caps.map(({ setting, limit, about }) => (
          <li key={setting}>
            <strong>{capText(setting, limit)}</strong> {visible(about)}{' '}
            <Link href={`/settings?find=${encodeURIComponent(setting)}`} class="cap-setting" title={say.capSetting}>
              <code>{visible(setting)}</code>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
