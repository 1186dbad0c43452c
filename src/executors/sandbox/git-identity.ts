import { childProcesses } from './child-processes.ts'

/** The name and address under which the person commits, and nothing else of his settings; empty if he has none. */
export function gitIdentity(): string {
  try {
    const lines = childProcesses().execFileSync(
      'git',
      ['config', '--global', '--get-regexp', String.raw`^user\.(name|email)$`],
      {
        encoding: 'utf8',
        timeout: 2_000,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    const pairs = lines.split('\n').flatMap(line => {
      const { key, value } = /^user\.(?<key>name|email) (?<value>\P{Cc}+)$/u.exec(line)?.groups ?? {}
      return key === undefined || value === undefined
        ? []
        : [`\t${key} = "${value.replaceAll(/["\\]/g, String.raw`\$&`)}"\n`]
    })
    return pairs.length === 0 ? '' : `[user]\n${pairs.join('')}`
  } catch {
    return ''
  }
}
