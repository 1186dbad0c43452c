/**
 * How a call is written in text at first. `forgetful` leaves its first argument out, `wrapped` puts it between prose
 * and a code fence.
 */
export type Slip = 'forgetful' | 'wrapped'

export type SceneArgs = Readonly<Record<string, string>>
export type SceneCall = {
  readonly tool: string
  readonly args: SceneArgs
  readonly slip?: Slip
}

/**
 * A question that the demo model knows. `{name}` in the question stands for a word, at its end for any text; the call
 * and the answer use it. The answer also shows parts of the last result: `{files}`, `{places}`, `{quote}`, `{entries}`,
 * `{result}`.
 */
export type DemoScene = {
  readonly question: string
  readonly call?: SceneCall
  readonly answer: string
}

export const DEMO_SCENES: readonly DemoScene[] = [
  {
    question: 'How many scenes mention the lighthouse?',
    call: { tool: 'file_search', args: { query: 'lighthouse', path: 'Story/Scenes' }, slip: 'forgetful' },
    answer: 'I found the lighthouse in {files}: {places}. {quote}',
  },
  {
    question: 'What does the manuscript say about Bibi Lund?',
    call: { tool: 'file_read', args: { path: 'Compendium/Characters/CHAR-bibi-lund.md' }, slip: 'wrapped' },
    answer: 'She has a page of her own. {quote}',
  },
  {
    question: 'Where is scene 4 planned?',
    call: { tool: 'file_search', args: { query: 'Scene 4:', path: 'Story/SCN-outline.md' } },
    answer: 'The outline names it. {quote}',
  },
  {
    question: 'Which files are in this folder?',
    call: { tool: 'file_list', args: {} },
    answer: 'The folder holds {entries}.',
  },
  {
    question: 'What does the file {path} say?',
    call: { tool: 'file_read', args: { path: '{path}' }, slip: 'forgetful' },
    answer: 'I read the file. {quote}',
  },
  {
    question: 'Write a note called {path} that says: {text}',
    call: { tool: 'file_write', args: { path: '{path}', content: '{text}.\n' } },
    answer: 'I wrote {path}.',
  },
  {
    question: 'Run the command {command}',
    call: { tool: 'system_execute', args: { command: '{command}' } },
    answer: 'The command `{command}` gave:\n\n{result}',
  },
  {
    question: 'Fetch {url}',
    call: { tool: 'web_fetch', args: { url: '{url}' } },
    answer: 'The page begins:\n\n{result}',
  },
  {
    question: 'Show me the file .control-room/audit/secret.key',
    call: { tool: 'file_read', args: { path: '.control-room/audit/secret.key' } },
    answer: 'This was not meant to work:\n\n{result}',
  },
  {
    question: 'Remember that {fact}',
    answer: 'I keep nothing myself. Below stands what Countersign keeps of your words, or asks you about.',
  },
  {
    question: 'How warm is it in {city}?',
    call: { tool: 'get_temperature', args: { city: '{city}' } },
    answer: 'Your program says:\n\n{result}',
  },
]

/** What the person's message put in place of each `{name}`. */
export type SlotValues = Readonly<Record<string, string>>
/** With the arguments of its call filled in. */
export type FoundScene = DemoScene & { readonly slots: SlotValues }

const LONGEST_QUESTION = 2_000

/**
 * The scene with exactly this question. Case and punctuation are ignored, and so is a prefix for the router, such as
 * `/file`.
 */
export function findScene(said: string): FoundScene | undefined {
  if (said.length > LONGEST_QUESTION) return undefined
  for (const { scene, pattern } of PATTERNS) {
    const found = pattern.exec(said)
    if (found !== null) return filled(scene, { ...found.groups })
  }
  return undefined
}

function filled(scene: DemoScene, slots: SlotValues): FoundScene {
  if (scene.call === undefined) return { ...scene, slots }
  const args = Object.entries(scene.call.args).map(([name, value]) => [name, fillScene(value, slots)] as const)
  return { ...scene, slots, call: { ...scene.call, args: Object.fromEntries(args) } }
}

const SLOT = /\{(\w+)\}/g
const PATTERNS = DEMO_SCENES.map(scene => ({ scene, pattern: patternFor(scene.question) }))

/** The words of the question with spaces and punctuation between them; a slot may begin with a dot or a slash. */
function patternFor(question: string): RegExp {
  const parts = question.match(/\{\w+\}|[\p{L}\p{N}]+/gu) ?? []
  const written = parts.map((part, at) => {
    const value = at < parts.length - 1 ? '\\S+?' : '\\S(?:.*?\\S)?'
    if (!part.startsWith('{')) return at === 0 ? part : `[^\\p{L}\\p{N}]+${part}`
    return part.replace(SLOT, (_slot, name: string) => `[^\\p{L}\\p{N}./]+(?<${name}>${value})`)
  })
  return new RegExp(`^(?:/\\w+\\s+)?${written.join('')}[\\s.!?\`"'”’]*$`, 'isu')
}

export const fillScene = (template: string, values: SlotValues): string =>
  template.replace(SLOT, (slot, name: string) => values[name] ?? slot)
