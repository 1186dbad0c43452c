import type { Disk } from '../../src/ledger/index.ts'

export type DiskStep = {
  readonly verb: 'makeFolder' | 'append' | 'sync' | 'truncate' | 'replace' | 'setAside'
  readonly path: string
}

export type FailingDisk = Disk & {
  /** Every change that was asked for, also those that failed. */
  readonly steps: DiskStep[]
  /** Looks at every change beforehand: an error stops it, and a promise holds a flush back. */
  before: (step: DiskStep) => Error | Promise<void> | undefined
}

/** A real disk that fails when it is told to. */
export function failingDisk(inner: Disk): FailingDisk {
  const steps: DiskStep[] = []
  const disk: FailingDisk = {
    ...inner,
    steps,
    before: () => undefined,
    makeFolder: path => change('makeFolder', path, () => inner.makeFolder(path)),
    append: (path, at, bytes) => change('append', path, () => inner.append(path, at, bytes)),
    truncate: (path, size) => change('truncate', path, () => inner.truncate(path, size)),
    replace: (path, bytes) => change('replace', path, () => inner.replace(path, bytes)),
    setAside: (path, as) => change('setAside', path, () => inner.setAside(path, as)),
    async sync(path) {
      const stopped = look('sync', path)
      if (stopped instanceof Error) throw stopped
      await stopped
      await inner.sync(path)
    },
  }
  const look = (verb: DiskStep['verb'], path: string): ReturnType<FailingDisk['before']> => {
    steps.push({ verb, path })
    return disk.before({ verb, path })
  }
  const change = (verb: DiskStep['verb'], path: string, work: () => void): void => {
    const stopped = look(verb, path)
    if (stopped instanceof Error) throw stopped
    work()
  }
  return disk
}

export const isLog = ({ path }: DiskStep): boolean => path.startsWith('log/')
