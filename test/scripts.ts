import { join } from 'node:path'
import type { WorkFolder } from './work-folder.ts'

/** What names a model that says this, one reply a request. The script lies beside the workspace, where no tool finds it. */
export function scriptIn({ write, root }: WorkFolder, ...replies: readonly string[]): string {
  const name = `../script-${replies.length}-${Math.random().toString(36).slice(2)}.jsonl`
  write(name, replies.map(reply => JSON.stringify(reply)).join('\n'))
  return `scripted:${join(root, name)}`
}

export const called = (name: string, args: { readonly [key: string]: unknown }): string =>
  JSON.stringify({ type: 'tool_call', name, args })
