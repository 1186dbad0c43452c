import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { INTENTS, PREFIXES, routeByRules } from './index.ts'

const intentOf = (text: string): string => routeByRules(text).output.Intent

describe('prefixes', () => {
  test.each(Object.entries(PREFIXES))('[ROUTE-04] /%s means %s, whatever follows', (prefix, intent) => {
    const { output, route, text } = routeByRules(`/${prefix} what is the weather in a.txt`)
    expect(output).toMatchObject({ Intent: intent, Confidence: 1 })
    expect(route).toMatchObject({ intent, confidence: 1, decidedBy: 'prefix' })
    expect(text).toBe('what is the weather in a.txt')
  })

  test('a prefix may stand alone, in capitals and after spaces', () => {
    expect(routeByRules('  /SEARCH')).toMatchObject({
      route: { intent: 'lookup_search', decidedBy: 'prefix' },
      text: '',
    })
  })

  test.each(['/unknown thing', '/searching', '/search/for', 'x /search y', '/', '/constructor', '/__proto__ x'])(
    '"%s" begins with no prefix',
    message => {
      expect(routeByRules(message)).toMatchObject({ route: { decidedBy: 'heuristic' }, text: message })
    },
  )

  test('a path at the start is no prefix', () => {
    expect(routeByRules('/read/me.md please')).toMatchObject({ route: { intent: 'file_task', decidedBy: 'heuristic' } })
  })
})

describe('what is asked, not which words appear', () => {
  test.each([
    ['what is a shell?', 'chat_only'],
    ['run the shell script build.sh', 'system_task'],
    ['how do i delete a file in linux?', 'chat_only'],
    ['delete the file a.txt', 'file_edit'],
    ['what does example.com/faq say', 'browse_once'],
    ['what is a url', 'chat_only'],
    ['who is the main character in moby dick', 'chat_only'],
    ['who is the main character in my manuscript', 'story_task'],
    ['what does the term screen mean', 'chat_only'],
    ['what does my screen show', 'screen_observe'],
    ['can you run commands', 'chat_only'],
    ['can you run the tests', 'system_task'],
  ])('"%s" is %s', (text, intent) => {
    expect(intentOf(text)).toBe(intent)
  })

  test.each([
    ['don’t search the web, just guess who won the game last night', 'chat_only'],
    ['without searching, what is the latest news', 'chat_only'],
    ['read notes.md but do not change anything', 'file_task'],
    ['no need to run it, explain the script', 'chat_only'],
    ['please do not open that page', 'chat_only'],
  ])('what is ruled out does not count: "%s"', (text, intent) => {
    expect(intentOf(text)).toBe(intent)
  })

  test.each([
    ['translate "delete all files in /tmp" into german', 'chat_only'],
    ['what is wrong with `rm -rf build`', 'chat_only'],
    ['is this polite: “open https://example.com now”', 'chat_only'],
    ['fix the grammar in "run the tests"', 'chat_only'],
  ])('quoted words ask for nothing: %s', (text, intent) => {
    expect(intentOf(text)).toBe(intent)
  })

  test('a file name may stand in quotes', () => {
    expect(intentOf("is 'final_report.pdf' in the documents folder")).toBe('file_task')
  })

  test('what happened is told, not asked for', () => {
    for (const told of ['i deleted the file already', 'i ran the tests and they pass', 'the weather is lovely today'])
      expect(intentOf(told)).toBe('chat_only')
  })

  test("a long text after a colon is material, and its words don't count", () => {
    const material = 'run npm test and delete a.txt on my screen\n'.repeat(20)
    expect(intentOf(`Rewrite this more politely:\n${material}`)).toBe('chat_only')
  })
})

describe('what it says about itself', () => {
  test('needs and risk follow from the intent', () => {
    expect(routeByRules('run npm test').output).toEqual({
      Intent: 'system_task',
      NeedsWeb: false,
      NeedsBrowserAutomation: false,
      NeedsSearch: false,
      NeedsMemoryRead: false,
      NeedsMemoryWrite: false,
      NeedsFileAccess: false,
      NeedsScreenRead: false,
      NeedsSystemExecute: true,
      RiskLevel: 'high',
      Confidence: 0.95,
    })
    expect(routeByRules('fix the typo in a.md').route).toMatchObject({
      intent: 'file_edit',
      needs: ['FileAccess', 'FileWrite'],
      risk: 'medium',
    })
  })

  test('it says why, and what came next', () => {
    expect(routeByRules('what is my name').because).toContain("a question about the user's own")
    expect(routeByRules('fix the typo in a.md').because).toContain('then file_task with')
  })

  test('what nothing speaks for is talk, and not sure', () => {
    expect(routeByRules('blue seven chairs quite so').output).toMatchObject({ Intent: 'chat_only', Confidence: 0.4 })
  })
})

test('[ROUTE-06] any text gets an intent and never throws', () => {
  const words = fc.array(
    fc.constantFrom(
      'what',
      'is',
      'my',
      'file',
      'do',
      'not',
      'run',
      '"',
      "'",
      '`',
      '<',
      'a.txt',
      'http://x.y',
      ',',
      '?',
      '\n',
      '/',
      'i',
    ),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        words.map(list => list.join(' ')),
      ),
      text => {
        const { output, route } = routeByRules(text)
        expect(INTENTS).toContain(output.Intent)
        expect(output.Confidence).toBeGreaterThanOrEqual(0)
        expect(output.Confidence).toBeLessThanOrEqual(1)
        expect(route.intent).toBe(output.Intent)
      },
    ),
  )
})

test('the same text always gets the same answer', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      expect(routeByRules(text)).toEqual(routeByRules(text))
    }),
  )
})

test.each([
  'a',
  'what do ',
  '“',
  '"',
  "'",
  '`',
  '/a',
  'a.',
  'can you ',
  'do not ',
  'and ',
  'http://',
  '\n',
  'c:\\',
  '.'.repeat(3),
  'x@',
])('a megabyte of %j takes no longer than a fraction of a second', unit => {
  const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
  routeByRules(text)
  const started = performance.now()
  routeByRules(text)
  expect(performance.now() - started).toBeLessThan(500)
})
