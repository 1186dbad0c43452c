import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'

const ENORMOUS = 8 * 2 ** 30

/** What one can put into a folder behind everybody's back; whatever lay there before is gone. */
export type Folder = {
  readonly path: string
  readonly put: (name: string | Buffer, content: string | Uint8Array) => void
  readonly link: (name: string, target: string) => void
  readonly pipe: (name: string) => void
  readonly socket: (name: string) => Promise<void>
  readonly folder: (name: string) => void
  /** So many zeros, and none of them on the disk; left out, more than fit into memory. */
  readonly enormous: (name: string, bytes?: number) => void
  readonly executable: (name: string, content: string) => void
}

export function folderAt(path: string): Folder {
  mkdirSync(path, { recursive: true })
  const clear = (name: string): string => {
    const full = join(path, name)
    mkdirSync(dirname(full), { recursive: true })
    rmSync(full, { recursive: true, force: true })
    return full
  }
  return {
    path,
    put(name, content) {
      if (typeof name === 'string') writeFileSync(clear(name), content)
      else writeFileSync(Buffer.concat([Buffer.from(`${path}/`), name]), content)
    },
    link: (name, target) => symlinkSync(target, clear(name)),
    pipe: name => void execFileSync('mkfifo', [clear(name)]),
    async socket(name) {
      const full = clear(name)
      const short = join('/tmp', `countersign-test-${process.pid}.sock`) // a socket's name may not be long
      rmSync(short, { force: true })
      const server = createServer()
      await new Promise<void>(resolve => server.listen(short, resolve))
      execFileSync('mv', [short, full])
      server.close()
    },
    folder: name => mkdirSync(clear(name)),
    enormous(name, bytes = ENORMOUS) {
      const full = clear(name)
      writeFileSync(full, '')
      truncateSync(full, bytes)
    },
    executable(name, content) {
      writeFileSync(clear(name), content)
      chmodSync(join(path, name), 0o755)
    },
  }
}

/** Equal only if nothing below the folder was made, removed, changed or touched. */
export function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const stat = lstatSync(path, { bigint: true })
    hash.update(`${path} ${stat.mode} ${stat.ino} ${stat.size} ${stat.mtimeNs}\n`)
    if (stat.isSymbolicLink()) hash.update(readlinkSync(path))
    if (stat.isFile()) hash.update(readFileSync(path))
    if (stat.isDirectory()) for (const name of readdirSync(path).toSorted()) visit(join(path, name))
  }
  visit(folder)
  return hash.digest('hex')
}
