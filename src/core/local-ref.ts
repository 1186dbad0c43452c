import { type Json, isJsonList, isJsonObject } from './json.ts'

/** Follows `#` and `#/$defs/name`. What is not found, or leads out of the document, is undefined. */
export function resolveLocalRef(root: Json, ref: string): Json | undefined {
  if (ref === '#' || ref === '') return root
  if (!ref.startsWith('#/')) return undefined
  let node: Json | undefined = root
  for (const token of ref.slice(2).split('/')) {
    node = memberAt(node, unescapeToken(token))
    if (node === undefined) return undefined
  }
  return node
}

export function memberAt(node: Json | undefined, token: string): Json | undefined {
  if (isJsonList(node)) return /^\d+$/.test(token) ? node[Number(token)] : undefined
  return isJsonObject(node) && Object.hasOwn(node, token) ? node[token] : undefined
}

function unescapeToken(token: string): string {
  return percentDecoded(token).replaceAll('~1', '/').replaceAll('~0', '~')
}

function percentDecoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
