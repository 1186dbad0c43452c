import { type Model, type Result, succeed } from '../core/index.ts'
import { type ModelSpec, parseModelSpec } from './model-spec.ts'
import type { OpenModelOptions } from './open-model-options.ts'

/** Opens the model that the spec names. Only the code for its kind of server is loaded. */
export async function openModel(spec: string | ModelSpec, options: OpenModelOptions): Promise<Result<Model>> {
  const parsed = typeof spec === 'string' ? parseModelSpec(spec) : succeed(spec)
  if (!parsed.ok) return parsed
  switch (parsed.value.kind) {
    case 'demo':
      return succeed((await import('./demo/index.ts')).openDemo())
    case 'scripted':
      return openScript(parsed.value, options)
    default:
      return (await import('./open-server.ts')).openServer(parsed.value, options)
  }
}

async function openScript(
  { file, id }: Extract<ModelSpec, { kind: 'scripted' }>,
  { readScript }: OpenModelOptions,
): Promise<Result<Model>> {
  const text = await readScript(file)
  if (!text.ok) return text
  const { parseScript, scripted } = await import('./scripted.ts')
  const replies = parseScript(text.value)
  return replies.ok ? succeed(scripted(replies.value, { id })) : replies
}
