import type { Folder } from './folder.ts'

export const MAX_DEPTH = 100 // each folder on the way holds a descriptor

/** The folders that are open on the way to a path, from the workspace down. */
export type Trail = {
  readonly top: () => Folder
  readonly enter: (name: string) => void
  /** `..`; false when that would leave the workspace. */
  readonly leave: () => boolean
  readonly restart: () => void
  readonly full: () => boolean
  readonly close: () => void
}

export function createTrail(root: Folder): Trail {
  const entered: Folder[] = []
  const top = (): Folder => entered.at(-1) ?? root
  const leave = (): boolean => {
    const left = entered.pop()
    left?.close()
    return left !== undefined
  }
  const restart = (): void => {
    while (leave());
  }
  return {
    top,
    leave,
    restart,
    close: restart,
    enter: name => void entered.push(top().enter(name)),
    full: () => entered.length >= MAX_DEPTH,
  }
}
