import { storedTrust } from '../../../runtime/index.ts'
import { processSurroundings, stateFolder } from '../find-workspace.ts'
import type { ConfigRequest } from './read-sources.ts'

/** Whether the workspace is trusted is known only to the state folder. */
export const trustRequest = (): Pick<ConfigRequest, 'storedTrust'> => ({
  storedTrust: workspace => storedTrust(stateFolder(processSurroundings()), workspace),
})
