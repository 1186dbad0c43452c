import type { JSX } from 'preact'
import { Status } from '../../parts/status.tsx'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import type { CommandCall } from './command-of.ts'

const say = words.command

/** The whole command line, never cut. */
export function CommandText({ of: { command, folder } }: { readonly of: CommandCall }): JSX.Element {
  return (
    <div class="command">
      <pre tabIndex={0} role="group" aria-label={say.label} data-testid="command">
        <span class="prompt" aria-hidden="true">
          ${' '}
        </span>
        {visible(command)}
      </pre>
      {folder !== null && <p class="faint">{say.folder(visible(folder))}</p>}
    </div>
  )
}

/** The sandbox of a command; a missing sandbox is highlighted. */
export function SandboxMark({ profile }: { readonly profile: string | null }): JSX.Element | null {
  if (profile === null) return null
  return (
    <span data-testid="sandbox">
      <Status tone={profile === 'off' ? 'bad' : 'ok'}>{say.sandbox[profile] ?? visible(profile)}</Status>
    </span>
  )
}
