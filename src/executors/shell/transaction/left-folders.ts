import { readdirSync } from 'node:fs'

const CHANGE_FOLDER = /^change_[0-9a-f]+$/

/** Copies that a process which is no more may have left behind. */
export function leftFolders(place: string): readonly string[] {
  try {
    return readdirSync(place).filter(name => CHANGE_FOLDER.test(name))
  } catch {
    return []
  }
}
