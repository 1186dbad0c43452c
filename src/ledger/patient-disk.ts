import { messageOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import type { Finding } from './finding.ts'

/** For looking only: what is no plain file or folder is noted as found and then treated as if it were not there. */
export function patientDisk(disk: Disk, findings: Finding[]): Disk {
  const told = new Set<string>()
  const strange = (file: string, thrown: unknown): void => {
    if (told.has(file)) return
    told.add(file)
    findings.push({
      session: null,
      file,
      line: null,
      check: 'file',
      expected: 'a plain file or folder',
      actual: messageOf(thrown),
    })
  }
  function attempt<T>(path: string, work: () => T, otherwise: T): T {
    try {
      return work()
    } catch (thrown) {
      strange(path, thrown)
      return otherwise
    }
  }
  return {
    ...disk,
    list: path => attempt(path, () => disk.list(path), []),
    size: path => attempt(path, () => disk.size(path), undefined),
    read: (path, from, length) => attempt(path, () => disk.read(path, from, length), new Uint8Array()),
  }
}
