import { useEffect, useState } from 'preact/hooks'

const QUERY = '(max-width: 45rem)'

/** True if there is room for one column only. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(QUERY).matches)
  useEffect(() => {
    const media = matchMedia(QUERY)
    const listen = (): void => setNarrow(media.matches)
    media.addEventListener('change', listen)
    return () => media.removeEventListener('change', listen)
  }, [])
  return isNarrow
}
