import { type Matches, type Result, compileGlob, fail, succeed } from '../../core/index.ts'

/** A pattern from a call. It may start at the workspace or at the folder that is looked into; models mean either. */
export function readGlob(glob: string | undefined, folder: string): Result<Matches> {
  if (glob === undefined) return succeed(() => true)
  try {
    const matches = compileGlob(glob)
    const prefix = folder === '.' ? '' : `${folder}/`
    return succeed(path => matches(path) || (path.startsWith(prefix) && matches(path.slice(prefix.length))))
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return fail('tool_call_invalid_args', `"glob" cannot be used. ${thrown.message}`)
  }
}
