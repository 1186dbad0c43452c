import { describe, expect, test } from 'vitest'
import { ALPHABETS, seeded } from '../../../bench/redaction/random.ts'
import { type Confidence, type Filter, type Matcher, createFilterPipeline, createRedactor } from './index.ts'

const random = seeded(2)
const secret = ['gh', 'p_', random.pick(ALPHABETS.word, 36)].join('')
const redactor = createRedactor({ key: 'k', known: ['held-by-the-runtime-itself'] })

const filter = (name: string, matches: Matcher, confidence: Confidence = 'Full'): Filter => ({
  name,
  matches,
  apply: text => ({ text: `${text}+${name}`, confidence }),
})
const always: Matcher = { kind: 'Custom', test: () => true }

describe('which filters run', () => {
  test('[OUT-02] a filter of each kind fires on the right command only', () => {
    const { run } = createFilterPipeline(
      [
        filter('exact', { kind: 'Exact', value: 'git status' }),
        filter('prefix', { kind: 'Prefix', value: 'cargo ' }),
        filter('regex', { kind: 'Regex', pattern: '^(npm|pnpm) (run )?test\\b' }),
        filter('own_regex', { kind: 'Regex', pattern: /^make\b/g }),
        filter('custom', { kind: 'Custom', test: command => command.length === 3 }),
      ],
      { redactor },
    )
    const fired = (command: string): readonly string[] => run(command, 'x').applied
    expect(fired('git status')).toEqual(['exact'])
    expect(fired('git status -s')).toEqual([])
    expect(fired('cargo test')).toEqual(['prefix'])
    expect(fired('xcargo test')).toEqual([])
    expect([fired('pnpm run test --all'), fired('npm testing'), fired('yarn test')]).toEqual([['regex'], [], []])
    expect([fired('make all'), fired('make all'), fired('remake')]).toEqual([['own_regex'], ['own_regex'], []])
    expect([fired('abc'), fired('abcd')]).toEqual([['custom'], []])
  })

  test('the last command of a compound line counts, without pipes and redirections', () => {
    const { run } = createFilterPipeline([filter('cargo', { kind: 'Prefix', value: 'cargo test' })], { redactor })
    expect(run('cd app && RUST_LOG=x true; cargo test --all 2>&1 | tail -80 > out.txt', 'x').applied).toEqual(['cargo'])
    expect(run('cargo test && ls', 'x').applied).toEqual(['cargo']) // the line itself begins like this
    expect(run('true && cargo test && ls', 'x').applied).toEqual([])
    expect(run('echo "a && cargo test"', 'x').applied).toEqual([])
  })

  test('without a filter the output is raw, and sure', () => {
    const { run } = createFilterPipeline([filter('never', { kind: 'Exact', value: 'x' })], { redactor })
    expect(run('y', 'as it is\r\n\u001b[1m')).toEqual({
      text: 'as it is\r\n\u001b[1m',
      confidence: 'Full',
      applied: [],
      found: [],
    })
  })

  test('several run in the order given, each on what the one before left', () => {
    const { run } = createFilterPipeline([filter('a', always), filter('b', always)], { redactor })
    expect(run('x', 'text').text).toBe('text+a+b')
  })

  test('two of the same name, and a pattern that cannot be read, are refused when the pipeline is made', () => {
    expect(() => createFilterPipeline([filter('a', always), filter('a', always)], { redactor })).toThrow(
      'Two filters are named "a"',
    )
    expect(() => createFilterPipeline([filter('a', { kind: 'Regex', pattern: '(?<=a)b' })], { redactor })).toThrow(
      '"(?<=a)b"',
    )
  })
})

describe('confidence', () => {
  test('[OUT-03] the whole is as sure as its worst stage', () => {
    const of = (...stages: Confidence[]): Confidence =>
      createFilterPipeline(
        stages.map((confidence, index) => filter(`f${index}`, always, confidence)),
        { redactor },
      ).run('x', 'text').confidence
    expect(of('Full', 'Full')).toBe('Full')
    expect(of('Full', 'Partial', 'Full')).toBe('Partial')
    expect(of('Fallback', 'Partial', 'Full')).toBe('Fallback')
  })

  test('a filter that throws changes nothing and counts as Fallback', () => {
    const broken: Filter = {
      name: 'broken',
      matches: always,
      apply: () => {
        throw new Error('no')
      },
    }
    const { run, metrics } = createFilterPipeline([broken, filter('next', always)], { redactor })
    expect(run('x', 'text')).toMatchObject({ text: 'text+next', confidence: 'Fallback' })
    expect(metrics()[0]).toMatchObject({ name: 'broken', fallback: 1, filtered: 0 })
  })
})

describe('redaction', () => {
  test('comes last whatever the filters do: what they add or reassemble is redacted too', () => {
    const joins: Filter = {
      name: 'joins',
      matches: always,
      apply: text => ({ text: text.replaceAll('\u001b[0m', ''), confidence: 'Full' }),
    }
    const adds: Filter = {
      name: 'adds',
      matches: always,
      apply: text => ({ text: `${text} ${secret}`, confidence: 'Full' }),
    }
    const { run } = createFilterPipeline([joins, adds], { redactor })
    const { text } = run('x', `${secret.slice(0, 8)}\u001b[0m${secret.slice(8)}`)
    expect(text).toMatch(/^(\[REDACTED:auth_token#[0-9a-f]{8}\]) \1$/)
  })

  test('comes first as well: what a filter cuts in two is still recognised', () => {
    const cuts: Filter = {
      name: 'cuts',
      matches: always,
      apply: text => ({ text: text.slice(0, 60), confidence: 'Partial' }),
    }
    const { run } = createFilterPipeline([cuts], { redactor })
    const encoded = Buffer.from(`user:held-by-the-runtime-itself:${'x'.repeat(90)}`).toString('base64')
    expect(Buffer.from(run('x', encoded).text, 'base64').toString('latin1')).not.toContain('held-by')
  })

  test('happens without filters, and tells where the secrets stood', () => {
    const { found, text } = createFilterPipeline([], { redactor }).run('cat .env', `TOKEN=${secret}\n`)
    expect(found).toMatchObject([{ start: 6, end: 6 + secret.length }])
    expect(text).not.toContain(secret)
  })
})

describe('security lines', () => {
  const firstLine: Filter = {
    name: 'first_line',
    matches: always,
    apply: text => ({ text: text.split('\n')[0] ?? '', confidence: 'Partial' }),
  }

  test('that a filter drops are put back under a heading, redacted', () => {
    const { run } = createFilterPipeline([firstLine], { redactor })
    const output = [
      'ok',
      'noise',
      'error: permission denied for bob',
      `401 Unauthorized: token ${secret}`,
      'noise',
    ].join('\n')
    const { text } = run('x', output)
    expect(text.replaceAll(/#[0-9a-f]{8}/g, '')).toBe(
      [
        'ok',
        '',
        'Security warnings (preserved)',
        'error: permission denied for bob',
        '401 Unauthorized: token [REDACTED:auth_token]',
      ].join('\n'),
    )
  })

  test('that are still there are not repeated', () => {
    const text = 'permission denied\n… 4 more identical lines\n'
    const collapse: Filter = {
      name: 'collapse',
      matches: { kind: 'Custom', test: () => true },
      apply: () => ({ text, confidence: 'Partial' }),
    }
    const { run } = createFilterPipeline([collapse], { redactor })
    expect(run('x', '\u001b[31mpermission denied\u001b[0m\n'.repeat(5)).text).toBe(text)
  })
})

describe('metrics', () => {
  test('[OUT-05] are counted for each filter, and every 50 outputs one line is logged', () => {
    const lines: string[] = []
    const shorter: Filter = {
      name: 'shorter',
      matches: { kind: 'Prefix', value: 'a' },
      apply: text => ({ text: text.slice(0, 4), confidence: 'Partial' }),
    }
    const { run, metrics } = createFilterPipeline(
      [shorter, filter('longer', { kind: 'Exact', value: 'abc' }, 'Fallback')],
      {
        redactor,
        log: line => lines.push(line),
      },
    )
    run('abc', 'ten chars!')
    run('b', 'ten chars!')
    run('abd', 'four')
    expect(metrics()).toEqual([
      {
        name: 'shorter',
        total: 3,
        filtered: 1,
        skipped: 1,
        charactersIn: 14,
        charactersOut: 8,
        full: 0,
        partial: 2,
        fallback: 0,
      },
      {
        name: 'longer',
        total: 3,
        filtered: 0,
        skipped: 2,
        charactersIn: 4,
        charactersOut: 11,
        full: 0,
        partial: 0,
        fallback: 1,
      },
    ])
    expect(lines).toEqual([])
    for (let output = 3; output < 100; output++) run('b', 'x')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe(
      'filters after 50 outputs: shorter 1/2 shorter, 14→8 characters; longer 0/1 shorter, 4→11 characters',
    )
  })
})
