/** One thing that was looked at. */
export type Finding = {
  readonly group: 'environment' | 'storage' | 'configuration' | 'servers' | 'model'
  readonly name: string
  readonly ok: true | false | 'warning'
  readonly says: string
  /** A command to paste; null where nothing is to be done. */
  readonly fix: string | null
}

type About = Pick<Finding, 'group' | 'name' | 'says'>

export const fine = (about: About): Finding => ({ ...about, ok: true, fix: null })
/** What is not in order has a way out, always. */
export const warn = (about: About, fix: string): Finding => ({ ...about, ok: 'warning', fix })
export const broken = (about: About, fix: string): Finding => ({ ...about, ok: false, fix })
