import { type Environment, type Result, fail, succeed } from '../core/index.ts'
import type { ServerKind, ServerSpec } from './model-spec.ts'
import { ollamaAddress, trimAddress } from './server-address.ts'
import type { ProviderValues } from './settings.ts'

/** A server and a model on it, with all that is needed to ask. */
export type Endpoint = {
  readonly kind: ServerKind | 'url'
  readonly base: string
  readonly name: string
  readonly id: string
  /** Never in a message, a log or an id: `hideKey` takes it out of what a server says. */
  readonly key: string | undefined
  /** The environment variable for the key, whether it is set or not. */
  readonly keyVariable: string
}

type AddressAndKey = { readonly base: string; readonly keyVariable: string }

export function resolveEndpoint(
  spec: ServerSpec,
  settings: ProviderValues,
  environment: Environment,
): Result<Endpoint> {
  const { base, keyVariable } = addressAndKeyOf(spec, settings, environment)
  if (!isServerAddress(base))
    return fail(
      'model_spec_invalid',
      `The address of ${spec.kind} in [providers] must be http://host:port, without user name and query.`,
    )
  const key = keyVariable === '' ? '' : (environment[keyVariable] ?? '').trim()
  // A header with such a character is refused with a message that may quote the whole key.
  if (!/^[\x21-\x7e]*$/.test(key))
    return fail(
      'model_unauthorized',
      `The environment variable ${keyVariable} holds blanks or other signs that no key has. Set it again.`,
    )
  return succeed({
    kind: spec.kind,
    name: spec.name,
    id: spec.id,
    base,
    key: key === '' ? undefined : key,
    keyVariable,
  })
}

function addressAndKeyOf(spec: ServerSpec, settings: ProviderValues, environment: Environment): AddressAndKey {
  switch (spec.kind) {
    case 'ollama':
      return {
        base: trimAddress(settings.ollama_url) || ollamaAddress(environment),
        keyVariable: settings.ollama_key_variable,
      }
    case 'lmstudio':
      return { base: trimAddress(settings.lmstudio_url), keyVariable: settings.lmstudio_key_variable }
    case 'llamacpp':
      return { base: trimAddress(settings.llamacpp_url), keyVariable: settings.llamacpp_key_variable }
    case 'vllm':
      return { base: trimAddress(settings.vllm_url), keyVariable: settings.vllm_key_variable }
    case 'openai':
      return { base: trimAddress(settings.openai_url), keyVariable: settings.openai_key_variable }
    case 'url':
      return { base: trimAddress(spec.base), keyVariable: keyVariableFor(spec.base, settings.url_key_variables) }
  }
}

/** A key is sent only to the address that it was set for. */
function keyVariableFor(base: string, variables: ProviderValues['url_key_variables']): string {
  const { origin } = new URL(base)
  const found = Object.entries(variables).find(
    ([address]) => URL.canParse(address) && new URL(address).origin === origin,
  )
  return found?.[1] ?? ''
}

function isServerAddress(base: string): boolean {
  if (!URL.canParse(base)) return false
  const { protocol, username, password, search, hash } = new URL(base)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}

export const authorization = ({ key }: Endpoint): { readonly authorization?: string } =>
  key === undefined ? {} : { authorization: `Bearer ${key}` }

/** Takes the key out of a text: some servers repeat the key they refuse. */
export const hideKey = (words: string, { key }: Endpoint): string =>
  key === undefined ? words : words.replaceAll(key, '…')
