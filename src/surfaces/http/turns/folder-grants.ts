import type { Runtime } from '../../../runtime/index.ts'
import { closeFolder, openFolder } from '../../cli/turn/open-folder.ts'

/** Grants for reading the folder in conversations that were opened in the console. They end with the server. */
export type FolderGrants = { readonly open: (session: string) => Promise<void>; readonly closeAll: () => Promise<void> }

const HOUR = 3_600_000
const MAX_OPEN = 10_000

export function createFolderGrants(runtime: Runtime): FolderGrants {
  type Opened = { readonly grant: Parameters<typeof closeFolder>[0]; readonly until: number }
  const opened = new Map<string, Opened>()
  return {
    async open(session) {
      const now = runtime.clock.now()
      const known = opened.get(session)
      // Granted once: after a person revokes it, the next message does not grant it again.
      if (known && now < known.until) return
      const granted = await openFolder(session, runtime)
      if (!granted.ok) return
      opened.set(session, { grant: granted.value, until: now + runtime.sessionHours * HOUR })
      const [oldest] = opened.keys()
      if (opened.size > MAX_OPEN && oldest !== undefined) opened.delete(oldest)
    },
    async closeAll() {
      for (const { grant } of opened.values()) await closeFolder(grant, runtime)
      opened.clear()
    },
  }
}
