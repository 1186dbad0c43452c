import { type Result, editDistance, fail, succeed } from '../core/index.ts'

/** Kinds of server that have a name of their own. */
export type ServerKind = 'ollama' | 'lmstudio' | 'llamacpp' | 'vllm' | 'openai'
/** A model as people name it, parsed. `id` is the name again, without anything secret. */
export type ModelSpec =
  | { readonly kind: ServerKind; readonly name: string; readonly id: string }
  | { readonly kind: 'url'; readonly base: string; readonly name: string; readonly id: string }
  | { readonly kind: 'demo'; readonly id: 'demo' }
  | { readonly kind: 'scripted'; readonly file: string; readonly id: string }
export type ServerSpec = Extract<ModelSpec, { readonly name: string }>

const KINDS: readonly ServerKind[] = ['ollama', 'lmstudio', 'llamacpp', 'vllm', 'openai']
const PREFIXES = [...KINDS, 'scripted'] as const

/** As people may write a model, in the order in which it is shown. */
export const MODEL_FORMS: readonly string[] = [
  'ollama:qwen3:4b',
  'lmstudio:NAME',
  'llamacpp:',
  'vllm:NAME',
  'openai:NAME',
  'http://host:port/v1#NAME',
  'demo',
  'scripted:FILE',
]

export function parseModelSpec(given: string): Result<ModelSpec> {
  const spec = given.trim()
  if (!isPlain(spec)) return wrong(spec, '')
  if (spec === 'demo') return succeed({ kind: 'demo', id: 'demo' })
  if (/^https?:/i.test(spec)) return parseUrl(spec)
  const colon = spec.indexOf(':')
  const [prefix, rest] = colon < 0 ? [spec, ''] : [spec.slice(0, colon), spec.slice(colon + 1)]
  if (prefix === 'scripted' && rest !== '') return succeed({ kind: 'scripted', file: rest, id: spec })
  const kind = KINDS.find(known => known === prefix)
  if (kind && colon >= 0 && (rest !== '' || kind === 'llamacpp')) return succeed({ kind, name: rest, id: spec })
  return wrong(spec, nearest(prefix, rest))
}

const MAX_LENGTH = 1_024
/** A file name may have spaces, and nothing may have invisible characters. */
const isPlain = (spec: string): boolean => spec !== '' && spec.length <= MAX_LENGTH && !/\p{C}/u.test(spec)

function parseUrl(spec: string): Result<ModelSpec> {
  if (!URL.canParse(spec)) return wrong(spec, '')
  const url = new URL(spec)
  // Not shown again: what stands there may be a password.
  if (url.username !== '' || url.password !== '' || url.search !== '')
    return fail(
      'model_spec_invalid',
      "A model's URL has no user name, password or query. " +
        'Put the key into an environment variable and name it in url_key_variables of [providers].',
    )
  const name = spec.includes('#') ? spec.slice(spec.indexOf('#') + 1) : ''
  if (name === '') return wrong(spec, ` Add # and the name of the model, as in ${withoutHash(url)}#NAME.`)
  const base = withoutHash(url)
  return succeed({ kind: 'url', base, name, id: `${base}#${name}` })
}

const withoutHash = (url: URL): string => `${url.origin}${url.pathname}`.replace(/\/+$/, '')

const MAX_SHOWN = 80

function wrong(spec: string, hint: string): Result<ModelSpec> {
  const shown = spec.length > MAX_SHOWN ? `${spec.slice(0, MAX_SHOWN)}…`.toWellFormed() : spec
  const subject = spec === '' ? 'No model is named.' : `${JSON.stringify(shown)} names no model.`
  return fail('model_spec_invalid', `${subject}${hint} The forms are: ${MODEL_FORMS.join(', ')}.`)
}

const MAX_TYPING_ERRORS = 2

/** What was probably meant: a misspelt kind, a kind without a name, or a bare name. */
function nearest(prefix: string, rest: string): string {
  const word = prefix.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (word.length > MAX_SHOWN) return ''
  if (editDistance(word, 'demo') <= 1 && rest === '') return ' Did you mean demo?'
  const [best] = PREFIXES.map(known => ({ known, distance: editDistance(word, known) })).toSorted(
    (a, b) => a.distance - b.distance,
  )
  if (best && best.distance <= MAX_TYPING_ERRORS)
    return ` Did you mean ${best.known}:${rest || (best.known === 'scripted' ? 'FILE' : 'NAME')}?`
  const name = rest === '' ? prefix : `${prefix}:${rest}`
  return ` If this is the name of a model, write who serves it, as in ollama:${name}.`
}
