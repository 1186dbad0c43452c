import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What starts processes and browsers comes first; the many small files fill the gaps at the end, so that no core is left waiting for the last one. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification): boolean => /\/test\/|\/surfaces\//.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter(file => !isSlow(file))]
  }
}
