import { KINDS, type Kind, NAMED, PREFIXED } from './kinds.ts'
import { type Random, seeded } from './random.ts'

/** A text with one secret in it. */
export type Labelled = {
  readonly kind: string
  readonly wrapper: string
  readonly text: string
  readonly secret: string
}
type Wrapper = { readonly wrapper: string; readonly wrap: (name: string, value: string, random: Random) => string }

const camel = (name: string): string =>
  name.toLowerCase().replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const kebab = (name: string): string => name.toLowerCase().replaceAll('_', '-')

/** For values that are given to a name; the rules were written with these in view … */
const TUNING: readonly Wrapper[] = [
  { wrapper: 'env file', wrap: (name, value) => `# settings\nPORT=8080\n${name}=${value}\nLOG_LEVEL=info\n` },
  {
    wrapper: 'JSON',
    wrap: (name, value) => JSON.stringify({ port: 8080, [camel(name)]: value, debug: false }, null, 2),
  },
  {
    wrapper: 'YAML',
    wrap: (name, value) => `service:\n  port: 8080\n  ${name.toLowerCase()}: ${value}\n  replicas: 2\n`,
  },
  {
    wrapper: 'log line',
    wrap: (name, value) => `2026-03-01T10:00:00Z INFO boot ${name.toLowerCase()}=${value} port=8080`,
  },
]
/** … and not with these. */
const HELD_OUT: readonly Wrapper[] = [
  { wrapper: 'TypeScript', wrap: (name, value) => `const options = { ${camel(name)}: '${value}', retries: 3 }\n` },
  {
    wrapper: 'Python',
    wrap: (name, value) => `import os\n\n${name.toLowerCase()} = "${value}"\nclient = Client(${name.toLowerCase()})\n`,
  },
  {
    wrapper: 'shell command',
    wrap: (name, value) => `$ export ${name}='${value}' && ./deploy.sh --region eu-west-1\n`,
  },
  { wrapper: 'flag', wrap: (name, value) => `$ tool run --${kebab(name)} "${value}" --verbose\n` },
  { wrapper: 'markdown', wrap: (name, value) => `## Setup\n\n- **${name}**: \`${value}\`\n- Port: 8080\n` },
  { wrapper: 'TOML', wrap: (name, value) => `[service]\nport = 8080\n${name.toLowerCase()} = "${value}"\n` },
  { wrapper: 'Kubernetes', wrap: (name, value) => `env:\n  - name: ${name}\n    value: "${value}"\n` },
  {
    wrapper: 'JSON in a log',
    wrap: (name, value) => `{"level":"info","msg":"config {\\"${name.toLowerCase()}\\":\\"${value}\\"}"}`,
  },
]
/** For values that are known by themselves: no name beside them. */
const BARE: readonly Wrapper[] = [
  { wrapper: 'URL', wrap: (_, value) => `GET https://api.internal/v1/items?x=1&k=${value}&page=2` },
  { wrapper: 'sentence', wrap: (_, value) => `Please use ${value} until Friday, then ask Dana for a new one.` },
  { wrapper: 'list', wrap: (_, value) => `first\n${value}\nlast\n` },
  { wrapper: 'escaped text', wrap: (_, value) => JSON.stringify({ output: `done\n${value}\nexit 0` }) },
]
/** For secrets that bring their surroundings. */
const AROUND: readonly Wrapper[] = [
  { wrapper: 'file', wrap: (_, value) => `${value}\n` },
  { wrapper: 'tool output', wrap: (_, value) => `$ cat config\n${value}\n$ echo done\ndone\n` },
  { wrapper: 'escaped text', wrap: (_, value) => JSON.stringify({ stdout: `found:\n${value}\n`, code: 0 }) },
  { wrapper: 'fenced block', wrap: (_, value) => `It says:\n\n\`\`\`\n${value}\n\`\`\`\n` },
]

type Half = 'tuning' | 'held-out'

/** Every kind in several wrappers; the halves share neither wrappers nor values. */
export function labelledSecrets(half: Half, seed?: number): readonly Labelled[] {
  const random = seeded(seed ?? (half === 'tuning' ? 1 : 2))
  const ofName = half === 'tuning' ? TUNING : HELD_OUT
  return KINDS.flatMap((kind, index) => {
    const around = half === 'tuning' ? AROUND.slice(0, 2) : AROUND.slice(2)
    if (!NAMED.includes(kind) && !PREFIXED.includes(kind)) return around.map(wrapper => label(kind, wrapper, random))
    const bare = half === 'tuning' ? BARE.slice(2) : BARE.slice(0, 2)
    const turn = (list: readonly Wrapper[], step: number): readonly Wrapper[] => [
      list[(index + step) % list.length] ?? TUNING[0]!,
    ]
    const wrappers = NAMED.includes(kind)
      ? [...turn(ofName, 0), ...turn(ofName, 1), ...turn(ofName, 3)]
      : [...turn(ofName, 0), ...turn(ofName, 1), ...turn(bare, 0)]
    return wrappers.map(wrapper => label(kind, wrapper, random))
  })
}

function label(
  { kind, name, make, secret = made => made }: Kind,
  { wrapper, wrap }: Wrapper,
  random: Random,
): Labelled {
  const made = make(random)
  return { kind, wrapper, text: wrap(name, made, random), secret: secret(made) }
}

const LONGEST_REST = 11

/** No stretch of 12 characters of it may be left, however it was escaped or broken into lines. */
export function isHidden({ secret }: Labelled, output: string): boolean {
  const plain = output.replaceAll(/\\[nr]|\\(?=["\\])/g, '\n')
  return secret.split('\n').every(part => {
    if (part.length <= LONGEST_REST) return secret.includes('\n') || !plain.includes(part)
    for (let start = 0; start + LONGEST_REST < part.length; start++)
      if (plain.includes(part.slice(start, start + LONGEST_REST + 1))) return false
    return true
  })
}
