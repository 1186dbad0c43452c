import {
  type CallRequest,
  type Json,
  type JsonObject,
  type Result,
  type ToolDefinition,
  fail,
  isJsonObject,
  succeed,
} from '../core/index.ts'
import type { HandleOwner, Handles } from './handles.ts'

const MAX_REFS = 8

/** `{"$ref":"res_…"}`, and nothing beside it. */
function handleIn(value: Json): string | undefined {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return undefined
  return typeof value['$ref'] === 'string' ? value['$ref'] : undefined
}

export type RefContext = { readonly tool: ToolDefinition; readonly owner: HandleOwner; readonly handles: Handles }

/**
 * Replaces a handle by the bytes of the stored result before anything looks at the call, so that schema, policy,
 * approval and receipt all see what will be used. Only parameters listed in the tool's `acceptsRef` take one.
 */
export async function expandRefs(
  request: CallRequest,
  { tool, owner, handles }: RefContext,
): Promise<Result<CallRequest>> {
  const refs = Object.entries(request.named).flatMap(([key, value]) => {
    const handle = handleIn(value)
    return handle === undefined ? [] : [{ key, handle }]
  })
  if (refs.length === 0) return succeed(request)
  if (refs.length > MAX_REFS) return fail('tool_call_invalid_args', `At most ${MAX_REFS} arguments may be handles.`)
  const named: Record<string, Json> = { ...request.named }
  for (const { key, handle } of refs) {
    if (!tool.facts.acceptsRef.includes(key)) return fail('tool_call_invalid_args', refusal(key, tool))
    const text = await handles.read(handle, owner)
    if (!text.ok) return text
    named[key] = text.value
  }
  return succeed({ ...request, named: named satisfies JsonObject })
}

function refusal(key: string, { name, facts }: ToolDefinition): string {
  const open = facts.acceptsRef.length === 0 ? 'None of its arguments does' : `Only ${facts.acceptsRef.join(', ')} may`
  return `"${key}" of ${name} takes no handle. ${open}.`
}
