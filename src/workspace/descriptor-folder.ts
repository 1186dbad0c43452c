import { closeSync, constants, existsSync, fstatSync, fsyncSync, openSync, readdirSync, readlinkSync } from 'node:fs'
import { type Folder, identityOf } from './folder.ts'

const FOLDER_ONLY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

const descriptorPath = (descriptor: number): string => `/proc/self/fd/${descriptor}`

export const hasDescriptorPaths = (): boolean => process.platform === 'linux' && existsSync('/proc/self/fd')

/**
 * Linux: `/proc/self/fd/N/name` is `name` in the folder that descriptor N holds open (openat, which Node does not
 * offer). A folder that was verified once can be neither swapped nor replaced by a link under our hands.
 */
export function openDescriptorRoot(root: string): Folder {
  const descriptor = openSync(root, FOLDER_ONLY)
  return folderOf({ descriptor, names: [], place: readlinkSync(descriptorPath(descriptor)) })
}

/** `place` is where the system saw the folder when it was entered. */
type OpenDescriptor = { readonly descriptor: number; readonly names: readonly string[]; readonly place: string }

function folderOf({ descriptor, names, place }: OpenDescriptor): Folder {
  const here = descriptorPath(descriptor)
  const at = (name: string): string => `${here}/${name}`
  return {
    names,
    at,
    enter: name =>
      folderOf({ descriptor: openSync(at(name), FOLDER_ONLY), names: [...names, name], place: `${place}/${name}` }),
    entries: () => readdirSync(here, { withFileTypes: true }),
    identity: () => identityOf(fstatSync(descriptor, { bigint: true })),
    inPlace: () => readlinkSync(here) === place,
    holds: (file, name) => readlinkSync(descriptorPath(file)) === `${place}/${name}`,
    sync: () => fsyncSync(descriptor),
    close: closeOnce(descriptor),
  }
}

/** A closed descriptor's number may already belong to another file. */
function closeOnce(descriptor: number): () => void {
  let open = true
  return () => {
    if (open) closeSync(descriptor)
    open = false
  }
}
