import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { xdgFolder } from '../../../runtime/index.ts'
import type { Surroundings } from '../find-workspace.ts'
import { EXAMPLE_MANUSCRIPT } from '../package-files.ts'

/** The person's copy of the example, created once: the package's own files may be read-only or shared. */
function exampleFolder({ home, environment }: Surroundings): string {
  const folder = join(xdgFolder(environment['XDG_DATA_HOME'], join(home, '.local', 'share')), 'countersign', 'example')
  if (!existsSync(folder)) cpSync(EXAMPLE_MANUSCRIPT, folder, { recursive: true })
  return folder
}

type ExampleFlags = { readonly example?: boolean; readonly workspace?: string }

/** Turns `--example` into a workspace. */
export function withExample<Flags extends ExampleFlags>(flags: Flags, around: Surroundings): Flags {
  return flags.example === true ? { ...flags, workspace: exampleFolder(around) } : flags
}
