import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Redactor, createRedactor } from './index.ts'
import { ALPHABETS, seeded } from '../../../bench/redaction/random.ts'

const random = seeded(11)
const token = random.pick(ALPHABETS.word, 40)
const password = `${random.pick(ALPHABETS.letters, 6)}${random.pick(ALPHABETS.digits, 4)}`
const github = ['gh', 'p_', random.pick(ALPHABETS.word, 36)].join('')

const plain = (): Redactor => createRedactor({ key: 'a key' })
const redact = (text: string): string => plain().redactText(text).text
const hide = (text: string): string => redact(text).replaceAll(/\[REDACTED:(\w+)#[0-9a-f]{8}\]/g, '‹$1›')

describe('the marker', () => {
  test('says the category and a keyed digest of the value', () => {
    const digest = createHmac('sha256', 'a key').update(github).digest('hex').slice(0, 8)
    expect(redact(`use ${github} now`)).toBe(`use [REDACTED:auth_token#${digest}] now`)
  })

  test('differs with the key, so that nobody can try out guesses without it', () => {
    expect(createRedactor({ key: 'another' }).redactText(github).text).not.toBe(redact(github))
  })

  test('is the same for the same value in different places', () => {
    const [first, second] = redact(`password: "${password}"\n--password ${password}\n`).match(/#[0-9a-f]{8}/g) ?? []
    expect(first).toBe(second)
  })

  test('is left alone by a second redaction, also where it follows a secret name', () => {
    const texts = [
      `token=${token}`,
      `postgres://bob:${password}@db/x`,
      `{"password":"${password}"}`,
      `Authorization: Bearer ${token}`,
    ]
    for (const text of texts) {
      const once = redact(text)
      expect(once).not.toBe(text)
      expect(redact(once)).toBe(once)
    }
  })

  test('made up by somebody does not protect what stands beside it', () => {
    expect(redact(`[REDACTED:password#00000000]${github}`)).not.toContain(github)
    expect(redact(`[REDACTED:something#00000000] ${github}`)).not.toContain(github)
  })
})

describe('what was found', () => {
  test('is told with its place in the text that was given', () => {
    const text = `one ${github} two password="${password}" three`
    const { found } = plain().redactText(text)
    expect(found.map(({ category, start, end }) => [category, text.slice(start, end)])).toEqual([
      ['auth_token', github],
      ['password', password],
    ])
  })

  test('keeps its place when a later pass finds more', () => {
    const text = `${github} and then ${github}\napi_key = "${token}"`
    const { text: redacted, found } = plain().redactText(text)
    let rebuilt = ''
    let from = 0
    for (const { start, end } of found) {
      rebuilt += `${text.slice(from, start)}§`
      from = end
    }
    expect(rebuilt + text.slice(from)).toBe(redacted.replaceAll(/\[REDACTED:\w+#[0-9a-f]{8}\]/g, '§'))
  })

  test('two rules that find the same characters make one marker, under the surer name', () => {
    const { text, found } = plain().redactText(`export GITHUB_TOKEN=${github}`)
    expect(found).toHaveLength(1)
    expect(text).toMatch(/^export GITHUB_TOKEN=\[REDACTED:auth_token#[0-9a-f]{8}\]$/)
  })
})

describe('assignments', () => {
  test.each([
    [`password = "${password}"`, 'password = "‹password›"'],
    [`'password' => '${password}'`, "'password' => '‹password›'"],
    [`{"api_key": "${token}"}`, '{"api_key": "‹api_key›"}'],
    [`{\\"apiKey\\":\\"${token}\\"}`, '{\\"apiKey\\":\\"‹api_key›\\"}'],
    [`--token ${token} --verbose`, '--token ‹auth_token› --verbose'],
    [`export SECRET_KEY=${token}`, 'export SECRET_KEY=‹api_key›'],
    [`DB_PASSWORD=${password}\nPORT=1`, 'DB_PASSWORD=‹password›\nPORT=1'],
    [`db:\n  password: ${password}\n  port: 1`, 'db:\n  password: ‹password›\n  port: 1'],
    [`client_secret = '${token}' # old`, "client_secret = '‹api_key›' # old"],
    [`const token: string = '${token}'`, "const token: string = '‹auth_token›'"],
    [`client.setPassword("${password}")`, 'client.setPassword("‹password›")'],
    [`<password>${password}</password>`, '<password>‹password›</password>'],
    [`<add key="ApiKey" value="${token}" />`, '<add key="ApiKey" value="‹api_key›" />'],
    [`- name: DB_PASSWORD\n  value: ${password}`, '- name: DB_PASSWORD\n  value: ‹password›'],
    [`https://x.dev/?access_token=${token}&page=2`, 'https://x.dev/?access_token=‹auth_token›&page=2'],
    [`password%3D${password}%26`, 'password%3D‹password›'],
    [`| Password | \`${password}\` |`, '| Password | `‹password›` |'],
    [`The password is ${password}.`, 'The password is ‹password›.'],
    [`rejected API key ${token} from 10.0.0.1`, 'rejected API key ‹auth_token› from 10.0.0.1'],
    [`ENV DB_PASSWORD ${password}`, 'ENV DB_PASSWORD ‹password›'],
    [`ALTER ROLE bob PASSWORD '${password}'`, "ALTER ROLE bob PASSWORD '‹password›'"],
  ])('%s', (text, expected) => {
    expect(hide(text)).toBe(expected)
  })

  test.each([
    'password = "changeme"',
    'password: <your-password>',
    'api_key = "YOUR_API_KEY"',
    'token: "xxxxxxxxxxxxxxxx"',
    'api_key: ${API_KEY}',
    'token = process.env.TOKEN',
    'password = os.environ["PASSWORD"]',
    'password = getpass.getpass()',
    'token: null',
    'password: string',
    'const token = nextToken()',
    'password: z.string().min(8)',
    'if (token === tokens.closeParen) return',
    '"password": "Enter your new password"',
    'password1, password2 = form["password1"], form["password2"]',
    'max_tokens: 4096',
    'key = "user_profile_cache"',
    'nextPageToken: "CiAKGjBpNDd2Nmp2Zml2cXRwYjBpOXA"',
    'publicKey: "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE7Yc1"',
    'the token ring was invented at IBM',
    'postgres://user:password@localhost:5432/db',
    '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
  ])('nothing is secret in: %s', text => {
    expect(redact(text)).toBe(text)
  })

  test('names that the caller adds count as well', () => {
    const own = createRedactor({ key: 'k', keyNames: ['kennung'] })
    expect(own.redactText(`kennung: "${password}"`).found).toHaveLength(1)
    expect(plain().redactText(`kennung: "${password}"`).found).toEqual([])
  })
})

describe('text within text', () => {
  test('a secret after an escaped line end is found', () => {
    expect(redact(JSON.stringify({ out: `done\n${github}\nDB_PASSWORD=${password}\n` }))).not.toMatch(
      new RegExp(`${github}|${password}`),
    )
  })

  test('a secret behind a colour code or a percent sign is found', () => {
    expect(redact(`\u001b[32m${github}\u001b[0m`)).not.toContain(github)
    expect(redact(`next=%2Fa%3Ft%3D${github}`)).not.toContain(github)
  })
})
