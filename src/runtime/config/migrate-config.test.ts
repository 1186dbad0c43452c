import { describe, expect, test } from 'vitest'
import { configShape, migrateConfig, readConfig } from './index.ts'

const migrate = (toml: string) => migrateConfig(toml, 'old.toml')
const valuesIn = async (toml: string) => {
  const { layer, problems } = await readConfig(toml, { shape: configShape(), file: 'new.toml', as: 'user' })
  return { problems, ...Object.fromEntries([...layer].map(([key, { value }]) => [key, value])) }
}

describe('old names get their present places', () => {
  test('[ERR-06] both retry settings move, everything else stays word for word, comments too', async () => {
    const { text, moved, commentsKept } = await migrate(
      [
        '# my settings',
        '[agent]',
        'max_tool_retries = 4 # four is enough',
        'compress_provider = ""  # the main one',
        'max_retry_duration_secs = 45',
        '',
        '[tools.shell]',
        'transaction_scope = [',
        '  "src/**", # [not a table]',
        ']',
        '',
      ].join('\n'),
    )
    expect(text).toBe(
      [
        '# my settings',
        '[agent]',
        'compress_provider = ""  # the main one',
        '',
        '[tools.shell]',
        'transaction_scope = [',
        '  "src/**", # [not a table]',
        ']',
        '',
        '[tools.retry]',
        'budget_secs = 45',
        'max_attempts = 4 # four is enough',
        '',
      ].join('\n'),
    )
    expect(moved.map(({ from, to }) => [from, to])).toEqual([
      ['agent.max_tool_retries', 'tools.retry.max_attempts'],
      ['agent.max_retry_duration_secs', 'tools.retry.budget_secs'],
    ])
    expect(commentsKept).toBe(true)
  })

  test('a word that has another name now is changed in its place', async () => {
    const { text, moved, commentsKept } = await migrate('[evidence]\nrequire = "workspace" # as ever\ncheck = true\n')
    expect(text).toBe('[evidence]\nrequire = "contract" # as ever\ncheck = true\n')
    expect(moved.map(({ to }) => to)).toEqual(['evidence.require = "contract"'])
    expect(commentsKept).toBe(true)
    expect((await migrate('evidence = { require = "always" }\n')).moved).toEqual([])
  })

  test.each([
    ['a table', '[agent]\nmax_tool_retries = 4\nmax_retry_duration_secs = 45\n'],
    ['no line break at the end', '[agent]\nmax_tool_retries = 4\nmax_retry_duration_secs = 45'],
    ['Windows', '[agent]\r\nmax_tool_retries = 4\r\nmax_retry_duration_secs = 45\r\n'],
    ['dotted keys', 'agent.max_tool_retries = 4\nagent.max_retry_duration_secs = 45\n'],
    ['quoted keys', '["agent"]\n"max_tool_retries" = 4\n\'max_retry_duration_secs\' = 45\n'],
    ['an inline table', 'agent = { max_tool_retries = 4, max_retry_duration_secs = 45 }\n'],
    [
      'the new table is there',
      '[tools.retry]\nbase_ms = 1\n[agent]\nmax_tool_retries = 4\nmax_retry_duration_secs = 45\n',
    ],
    [
      'the new table is there as dotted keys',
      'tools.retry.base_ms = 1\n[agent]\nmax_tool_retries = 4\nmax_retry_duration_secs = 45\n',
    ],
    [
      'the new table is there inline',
      '[tools]\nretry = { base_ms = 1 }\n[agent]\nmax_tool_retries = 4\nmax_retry_duration_secs = 45\n',
    ],
    ['a byte order mark', '\uFEFF[agent]\nmax_tool_retries = 4\nmax_retry_duration_secs = 45\n'],
    [
      'a text that looks like it',
      '[agent]\ncompress_provider = """"\n[agent]\nmax_tool_retries = 9"""\nmax_tool_retries = 4\nmax_retry_duration_secs = 45\n',
    ],
  ])('[ERR-06] %s: new names with the old values, old names gone', async (_name, toml) => {
    const { text, moved } = await migrate(toml)
    const values = await valuesIn(text)
    expect(values).toMatchObject({ 'tools.retry.max_attempts': 4, 'tools.retry.budget_secs': 45 })
    expect(values.problems.filter(({ message }) => message.includes('unknown key'))).toEqual([])
    expect(moved).toHaveLength(2)
    expect((await migrate(text)).moved).toEqual([])
  })

  test('a value that stands under the new name already is the newer one and stays', async () => {
    const { text, moved } = await migrate('[agent]\nmax_tool_retries = 4\n[tools.retry]\nmax_attempts = 7\n')
    expect(text).toBe('[agent]\n[tools.retry]\nmax_attempts = 7\n')
    expect(moved).toEqual([{ from: 'agent.max_tool_retries', to: 'tools.retry.max_attempts', kept: 'new value' }])
  })

  test('where lines cannot be moved the file is written anew, and that is told', async () => {
    const { commentsKept, text } = await migrate('# lost\nagent = { max_tool_retries = 4 }\n')
    expect([commentsKept, text]).toEqual([false, '[tools.retry]\nmax_attempts = 4\n'])
  })

  test('a file without old names stays as it is', async () => {
    const toml = '# nothing to do\n[tools.retry]\nmax_attempts = 3\n'
    expect(await migrate(toml)).toEqual({ text: toml, moved: [], commentsKept: true })
  })

  test('dates, lists and numbers of other programs come through unchanged', async () => {
    const other = 'when = 1979-05-27T07:32:00Z\nwhat = [ 1.5, nan, { a = 1 } ]\n'
    expect((await migrate(`${other}[agent]\nmax_tool_retries = 1\n`)).text).toBe(
      `${other}[agent]\n\n[tools.retry]\nmax_attempts = 1\n`,
    )
  })

  test('what is no TOML is refused with its place', async () => {
    await expect(migrate('[agent\n')).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('old.toml:1:'),
    })
  })
})
