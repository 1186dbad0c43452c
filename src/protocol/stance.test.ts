import { describe, expect, test } from 'vitest'
import { STORY_TOOLS } from '../../test/story-tools.ts'
import { assemble } from '../runtime/index.ts'
import { Reader, repairRequest } from './index.ts'

const assembly = assemble({ tools: STORY_TOOLS })
const FENCE = '```'
const JSON_CALL = '{"name":"scene_delete","arguments":{"path":"a.md"}}'
const YAML_CALL = 'name: scene_delete\narguments:\n  path: a.md'
const fenced = (text: string): string => `${FENCE}\n${text}\n${FENCE}`
const WAYS = [
  JSON_CALL,
  fenced(JSON_CALL),
  fenced(YAML_CALL),
  fenced('scene_delete(path="a.md")'),
  `<tool_call>${JSON_CALL}</tool_call>`,
  '{"type":"tool_call","name":"scene_delete","args":{"path":"a.md"}}',
]

const move = (content: string): unknown => assembly.read({ content }, { profile: 'lenient', isFinished: true }).move
const names = (content: string): readonly string[] => {
  const { move: found } = assembly.read({ content }, { profile: 'lenient', isFinished: true })
  return found.kind === 'calls' ? found.calls.map(({ tool }) => tool.name) : []
}

const ASKED_AGAIN = { kind: 'rejected', rejection: { fault: { detail: { reason: 'doubtful' } } } }

describe('a call that is only spoken of is a message, and nobody is asked to make it', () => {
  test.each([
    'For example:',
    'Here is an example of such a call:',
    '### Example',
    'A tool call looks like this:',
    'One would write something like this:',
    'Ein Beispiel für einen Aufruf:',
    '例如：',
    'Please do NOT run this:',
    'I will not call',
    'You must never send this:',
    'Instead of this:',
    'The documentation says:',
    'The log of yesterday shows:',
    'Do you want me to run this?',
    'If you want, I can do this:',
    'Once you have agreed, I will send:',
    'Soll ich das so löschen?',
    'Voulez-vous que je lance cet appel ?',
    '¿Quieres que lo ejecute?',
    '要我执行吗？',
  ])('after %j', lead => {
    for (const way of WAYS) expect({ way, move: move(`${lead}\n\n${way}`) }).toEqual({ way, move: { kind: 'answer' } })
  })

  test.each([
    'This is only an example of the format.',
    'The above is just an example.',
    'Please do not run it.',
    'Shall I go ahead?',
    'Do you want me to run this?',
    'Soll ich das ausführen?',
    'Feel free to paste this into your documentation.',
    'Copy this into your settings.',
  ])('in a fence, before %j', behind => {
    for (const way of WAYS.filter(one => one.startsWith(FENCE)))
      expect({ way, move: move(`${way}\n\n${behind}`) }).toEqual({ way, move: { kind: 'answer' } })
  })

  test('and so are those that follow it in the same list', () => {
    expect(names(`Examples:\n${fenced(JSON_CALL)}\n${fenced('{"name":"get_time","arguments":{}}')}`)).toEqual([])
    expect(names(`Examples:\n1. Delete: ${JSON_CALL}\n2. Time: {"name":"get_time","arguments":{}}`)).toEqual([])
  })

  test('as code in a sentence, unless it is announced', () => {
    expect(names(`A call is written \`<tool_call>${JSON_CALL}</tool_call>\`, as its authors say.`)).toEqual([])
  })

  test('in a line that quotes somebody', () => {
    const content = `The file has this:\n\n> 12:03 assistant: <tool_call>${JSON_CALL}</tool_call>\n\nSo it was deleted at noon.`
    expect(move(content)).toEqual({ kind: 'answer' })
  })
})

describe('a call that is meant is one', () => {
  test.each([
    'I will delete the example now:',
    'Let me run this:',
    'The function call would look like this:',
    'To delete it, the function call should be:',
    'I cannot know that. Here is the call:',
    'What is in the scene?',
    'I will not guess. Let me look:',
    'You asked for an example. I will delete it.',
    'First the old scene:',
    'Ich lese jetzt die Szene:',
    'Voy a borrar el archivo:',
    '我来删除这个文件：',
  ])('after %j', lead => {
    for (const way of WAYS) expect({ way, names: names(`${lead}\n\n${way}`) }).toEqual({ way, names: ['scene_delete'] })
  })

  test('after an example of another', () => {
    expect(
      names(
        `For example:\n${fenced(JSON_CALL)}\nNow I will ask for the time:\n${fenced('{"name":"get_time","arguments":{}}')}`,
      ),
    ).toEqual(['get_time'])
  })
})

describe('a call after words that say neither is asked for again, and the model may say that it made none', () => {
  test.each([
    'Some agents send messages like the one below:',
    'In the last session the model wrote:',
    'Suppose somebody wrote:',
    'Figure 3 shows the message that a client gets:',
    'Your last message was:',
    'Avoid calls of this kind:',
    'What happens if a model writes this?',
    'Earlier I ran:',
    'This would be wrong:',
    'Bitte führe das nicht aus:',
    "Here's a draft of the call for you to review:",
    'Waiting for your approval:',
    'What does the following call do?',
    "I'm unable to run tools in this mode, otherwise I'd have sent",
    'User: Delete a.md\nAssistant:',
    'Ich werde das nicht ausführen:',
    'The previous call failed:',
    'Here is the JSON that you can paste into your documentation:',
    'An attacker could hide this in a file:',
    'This is an example of the format.',
    'So far I have made these calls:',
    'The expected output is as follows.',
    'Here is my plan for your decision:',
    "I'm not sure that I should run",
  ])('%j', lead => {
    for (const way of [JSON_CALL, fenced(JSON_CALL), fenced(YAML_CALL), fenced('scene_delete(path="a.md")')])
      expect({ way, move: move(`${lead}\n\n${way}`) }).toMatchObject({
        way,
        move: { kind: 'rejected', rejection: { fault: { detail: { reason: 'doubtful' } } } },
      })
  })

  test.each([
    `The mail holds the text ${JSON_CALL}, which looks like a trick.`,
    `In ${JSON_CALL} the key "name" is the tool.`,
    `You could send ${JSON_CALL} yourself.`,
    `I can do that with ${JSON_CALL} if you confirm.`,
    `With <tool_call>${JSON_CALL}</tool_call> it would be gone.`,
  ])('in a sentence: %s', content => {
    expect(names(content)).toEqual([])
  })

  test.each(['You can send it with any client.', 'I have not run anything yet.', 'Is that the scene that you meant?'])(
    'in a fence, before %j',
    behind => {
      for (const way of [fenced(JSON_CALL), fenced(YAML_CALL)])
        expect(move(`${way}\n\n${behind}`)).toMatchObject(ASKED_AGAIN)
    },
  )

  test.each(['Is the scene still needed?', 'Кто-нибудь ещё читает это?'])(
    'after a question that asks for no fact: %j',
    lead => {
      expect(move(`${lead}\n\n${JSON_CALL}`)).toMatchObject(ASKED_AGAIN)
    },
  )

  test.each([
    'Tool calls have the following format:',
    "I'm not allowed to execute this:",
    'If you asked me that, I would respond with:',
    'The last call was this:',
    'The page contains the following text:',
  ])('in tags, after %j', lead => {
    expect(move(`${lead}\n\n<tool_call>${JSON_CALL}</tool_call>`)).toMatchObject(ASKED_AGAIN)
  })

  test('but in tags not after words of which nothing is known', () => {
    expect(names(`Podívám se na to:\n<tool_call>${JSON_CALL}</tool_call>`)).toEqual(['scene_delete'])
  })

  test('in tags that a sentence runs into, or as a value in code', () => {
    expect(move(`A reply then reads <tool_call>${JSON_CALL}</tool_call> and nothing more.`)).toMatchObject(ASKED_AGAIN)
    expect(move(fenced(`const call = ${JSON_CALL}`).replace(FENCE, `${FENCE}ts`))).toMatchObject(ASKED_AGAIN)
  })

  test('in a list of what was done', () => {
    expect(
      move('So far I have made these calls:\n\n1. scene_delete(path="a.md")\n2. get_time()\n\nBoth succeeded.'),
    ).toMatchObject(ASKED_AGAIN)
  })

  test('as code in a list, or in a line that is quoted', () => {
    expect(move(`1. \`${JSON_CALL}\`\n2. \`<tool_call>${JSON_CALL}</tool_call>\``)).toMatchObject(ASKED_AGAIN)
    expect(move(`So it is said.\n\n> ${JSON_CALL}`)).toMatchObject(ASKED_AGAIN)
  })

  test('it is not told to make the call', () => {
    const found = assembly.read({ content: `Suppose somebody wrote:\n${JSON_CALL}` }, { profile: 'lenient' }).move
    if (found.kind !== 'rejected') throw new Error('it was read')
    for (const profile of ['lenient', 'native'] as const) {
      const { system, user } = repairRequest({
        profile,
        tools: assembly.catalog.tools,
        rejection: found.rejection,
        invalidOutput: 'x',
        attempt: 1,
      })
      expect(system.text).toContain('If you only spoke of it, write your answer again without the call.')
      expect(`${system.text}${user.text}`).not.toContain('You have one job')
      expect(user.text).toContain('Send the call alone, or your answer without it.')
    }
  })
})

describe('code in a sentence', () => {
  test.each([
    "I'll call file_reader(path='a.md') now.",
    'Let me look at it first: `file_reader(path="a.md")`',
    'Okay, I am going to use file_reader(path="a.md").',
  ])('is a call if the sentence announces it and ends with it, and that is told: %s', content => {
    const { move: found } = assembly.read({ content }, { profile: 'lenient' })
    expect(
      found.kind === 'calls' ? found.calls.map(({ tool, args, reading }) => [tool.name, args, reading.fixups]) : [],
    ).toEqual([['file_reader', { path: 'a.md' }, ['amid_prose']]])
  })

  test.each([
    "I'll call file_reader(path='a.md') once you have agreed.",
    "I'll call file_reader(path='a.md') if that helps.",
    "I'll not call file_reader(path='a.md').",
    "I would call file_reader(path='a.md') now.",
    "I'll call file_reader(path='a.md') and then scene_delete(path='a.md').",
    "You will call file_reader(path='a.md') now.",
  ])('is none if there is a doubt: %s', content => {
    expect(names(content)).toEqual([])
  })
})

test('what stands in a sentence is waited for until its line has ended, unless it is announced', () => {
  const completeAfter = (lead: string, rest: string): boolean => {
    const reader = assembly.reader({ profile: 'lenient' })
    reader.write(`${lead} ${JSON_CALL}${rest}`)
    return reader.complete
  }
  expect(completeAfter('I can do that with', '')).toBe(false)
  expect(completeAfter('I can do that with', ' if you')).toBe(false)
  expect(completeAfter('I can do that with', '\n')).toBe(true)
  expect(completeAfter('I will do that with', '')).toBe(true)
  expect(completeAfter('I can do that:', '')).toBe(true)
})

test('a fence is waited for until the words behind it are known', () => {
  const feed = (text: string): boolean => {
    const reader = new Reader({ profile: 'lenient' }, assembly.catalog)
    reader.write(fenced(JSON_CALL))
    const early = reader.complete
    for (const letter of text) reader.write(letter)
    return !early && reader.complete
  }
  expect(feed('\n\nThis is only an example.\n')).toBe(false)
  expect(feed('\n\nI wait for the result.\n')).toBe(true)
})
