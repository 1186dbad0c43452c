import {
  type Gate,
  type JsonObject,
  type Note,
  type Proposal,
  type Scope,
  type Section,
  type Setting,
  type ValuesOf,
  compileGlob,
  section,
  texts,
  toggle,
} from '../core/index.ts'
import { pathArguments, stringLeaves } from './path-arguments.ts'

export const agentSection: Section<{
  readonly hallucination_detection: Setting<boolean>
  readonly reasoning_models: Setting<readonly string[]>
}> = section('agent', 'How the agent is watched.', {
  hallucination_detection: toggle(false, 'Are paths and names that come from nowhere noted in the records?', {
    workspaceMay: 'turn_on',
  }),
  reasoning_models: texts(
    [],
    'The models that are watched, by id; * stands for any part. A model is never guessed to be one.',
    {
      workspaceMay: 'extend',
    },
  ),
})

export type GroundingParts = {
  /** The id of the model whose call this is. */
  readonly modelOf: (scope: Scope) => string | undefined
  readonly pathExists: (path: string) => boolean | Promise<boolean>
}

/** Notes what a model may have made up. It never blocks: suspicion is no reason. Absent when switched off. */
export function grounding(
  values: ValuesOf<typeof agentSection>,
  { modelOf, pathExists }: GroundingParts,
): Gate | undefined {
  if (!values.hallucination_detection || values.reasoning_models.length === 0) return undefined
  const watched = values.reasoning_models.map(each => compileGlob(oneWord(each)))
  return {
    name: 'grounding',
    forModelsOnly: true,
    async check(proposal, scope) {
      const model = modelOf(scope)
      if (model === undefined || !watched.some(matches => matches(oneWord(model)))) return { kind: 'allow' }
      const paths = await inventedPaths(proposal, scope, pathExists)
      const names = inventedNames(proposal.call.args, scope)
      const suspects = [...paths.map(path => `path ${path}`), ...names.map(name => `name ${name}`)]
      return suspects.length === 0 ? { kind: 'allow' } : { kind: 'allow', notes: [noteOf(suspects)] }
    },
  }
}

/** A slash in a model's id, such as that of `vllm:Qwen/QwQ-32B`, parts no folders: a star stands for it, too. */
const oneWord = (id: string): string => id.replaceAll('/', '|')

const LONGEST_NOTE = 1_000

const noteOf = (suspects: readonly string[]): Note => ({
  name: 'HallucinationSuspect',
  value: suspects.join('; ').slice(0, LONGEST_NOTE).toWellFormed(),
})

const MOST_CHECKS = 20 // of each kind: a note needs a few examples, not a list

/** A call that creates something may name what is not there yet. */
async function inventedPaths(
  { call, assessment }: Proposal,
  scope: Scope,
  pathExists: GroundingParts['pathExists'],
): Promise<readonly string[]> {
  if (assessment.routine === true) return []
  const invented: string[] = []
  for (const path of pathArguments(call.args).slice(0, MOST_CHECKS)) {
    if (!isMentioned(path, scope) && !(await pathExists(path))) invented.push(path)
  }
  return invented
}

function isMentioned(path: string, { conversation }: Scope): boolean {
  const plain = path.replace(/^(?:\.\/)+|\/+$/g, '')
  return [path, plain, plain.slice(plain.lastIndexOf('/') + 1)].some(text => text !== '' && conversation.mentions(text))
}

const LONGEST_TEXT = 10_000
/** Two or more capitalised words in a row, or a mail address. Repeats are bounded to keep the search fast. */
const NAMES =
  /\p{Lu}\p{Ll}[\p{L}'’-]{0,40}(?:[ \t]\p{Lu}[\p{L}'’-]{1,40}){1,4}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/gu

function inventedNames(args: JsonObject, { conversation }: Scope): readonly string[] {
  const names = new Set<string>()
  for (const { text } of stringLeaves(args))
    for (const [name] of text.slice(0, LONGEST_TEXT).matchAll(NAMES)) names.add(name)
  // The last part is enough: who spoke of "Karenina" has spoken of "Anna Karenina".
  return [...names].slice(0, MOST_CHECKS).filter(name => !conversation.mentions(name.split(/[ \t]/).at(-1) ?? name))
}
