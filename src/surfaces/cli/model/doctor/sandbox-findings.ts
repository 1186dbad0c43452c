import type { SandboxState } from '../../../../runtime/index.ts'
import { type Finding, fine, warn } from './finding.ts'

/** Whether commands can be run, and confined. Running them without is said loudly, because it is the person's own choice and easily forgotten. */
export function sandboxFindings(state: SandboxState): readonly Finding[] {
  const about = { group: 'environment', name: 'sandbox' } as const
  switch (state.kind) {
    case 'works':
      return [fine({ ...about, says: 'Commands run in a sandbox (bubblewrap).' })]
    case 'off':
      return [
        warn(
          { ...about, says: 'Commands run WITHOUT A SANDBOX, because your configuration says so.' },
          'countersign config set tools.shell.sandbox on',
        ),
      ]
    case 'unavailable':
      return [warn({ ...about, says: state.because }, 'apt install bubblewrap')]
  }
}
