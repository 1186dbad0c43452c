import { useConsole } from '../state/console.ts'

/** Posts and returns the reply; a failure is shown as a toast and returns null. */
export type Post = <T>(path: string, body: object) => Promise<T | null>

export function usePost(): Post {
  const { api, toast } = useConsole()
  return async (path, body) => {
    const answer = await api.send('POST', path, body)
    if (!answer.ok) toast(`${answer.error.message} ${answer.error.advice}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page and its server are one build
    return answer.ok ? (answer.value as never) : null
  }
}
