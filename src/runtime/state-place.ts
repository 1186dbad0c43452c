import { isAbsolute, join, resolve } from 'node:path'

/** What decides where a user's own files are. */
export type UserPlace = {
  readonly cwd: string
  readonly home: string
  readonly environment: { readonly [name: string]: string | undefined }
}

/** Keys, grants, ledger heads and saved settings: what no workspace may have a say in. */
export function stateFolder({ cwd, home, environment }: UserPlace): string {
  const named = environment['COUNTERSIGN_STATE']
  if (named !== undefined && named !== '') return resolve(cwd, named)
  return join(xdgFolder(environment['XDG_STATE_HOME'], join(home, '.local', 'state')), 'countersign')
}

/** The XDG rule: a path that is not absolute counts as not set. */
export const xdgFolder = (named: string | undefined, otherwise: string): string =>
  named !== undefined && isAbsolute(named) ? named : otherwise
