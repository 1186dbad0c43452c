import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isJsonObject } from '../../../../core/index.ts'
import type { SandboxState } from '../../../../runtime/index.ts'
import { readJsonFile } from '../../input.ts'
import { broken, fine, warn } from './finding.ts'
import type { DoctorFinding } from '../../../http/shapes/setup.ts'

type Machine = { readonly node: string; readonly platform: string; readonly packageRoot: string }

const OLDEST: readonly [number, number] = [20, 19]

/** What this process runs on. */
export const environmentFindings = (machine: Machine): readonly DoctorFinding[] => [
  nodeFinding(machine),
  platformFinding(machine),
  ...packageFindings(machine),
]

function nodeFinding({ node }: Machine): DoctorFinding {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const about = { group: 'environment', name: 'node' } as const
  const isNewEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  if (isNewEnough) return fine({ ...about, says: `Node ${node}` })
  return broken(
    { ...about, says: `Node ${node} is too old. Countersign needs ${OLDEST.join('.')} or newer.` },
    'nvm install 24',
  )
}

function platformFinding({ platform }: Machine): DoctorFinding {
  const about = { group: 'environment', name: 'platform' } as const
  if (platform === 'linux') return fine({ ...about, says: 'Linux: fully supported.' })
  if (platform === 'darwin')
    return fine({ ...about, says: 'macOS: everything works, but the shell needs an optional package for its sandbox.' })
  if (platform === 'win32')
    return warn({ ...about, says: 'Windows: everything works except the shell, which needs WSL.' }, 'wsl --install')
  return warn({ ...about, says: `${platform} is not tested. Linux is fully supported.` }, 'countersign demo')
}

/** Optional packages: npm skips them silently if it cannot install them. */
function packageFindings({ packageRoot }: Machine): readonly DoctorFinding[] {
  const manifest = readJsonFile(join(packageRoot, 'package.json'))
  const optional = isJsonObject(manifest) ? manifest['optionalDependencies'] : undefined
  const load = createRequire(join(packageRoot, 'package.json'))
  return Object.keys(isJsonObject(optional) ? optional : {}).map(name => {
    const about = { group: 'environment', name: 'package' } as const
    return isThere(name, load)
      ? fine({ ...about, says: `${name} (optional) is installed.` })
      : warn(
          { ...about, says: `${name} (optional) is not installed. Older versions of Node need it to store anything.` },
          `npm install ${name}`,
        )
  })
}

function isThere(name: string, load: NodeJS.Require): boolean {
  try {
    load.resolve(name)
    return true
  } catch {
    return false
  }
}

/**
 * Whether commands can run in a sandbox. Running without one is a choice that is easily forgotten, so it is a warning.
 */
export function sandboxFindings(state: SandboxState): readonly DoctorFinding[] {
  const about = { group: 'environment', name: 'sandbox' } as const
  switch (state.kind) {
    case 'works':
      return [fine({ ...about, says: 'Commands run in a sandbox (bubblewrap).' })]
    case 'off':
      return [
        warn(
          { ...about, says: 'Commands run WITHOUT A SANDBOX, as your configuration says.' },
          'countersign config set tools.shell.sandbox on',
        ),
      ]
    case 'unavailable':
      return [warn({ ...about, says: state.because }, 'apt install bubblewrap')]
  }
}
