// A vitest reporter that writes down what came out: the numbers, what was skipped and why, what needed a second try,
// and where the time went.
import { writeFileSync } from 'node:fs'
import { LACKS } from '../test/system-needs.ts'
import { needsOf } from './system-needs.mjs'

const nameOf = ({ module, test }) => `${module.relativeModuleId} > ${test.fullName}`

export default class TallyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap(module => [...module.children.allTests()].map(test => ({ module, test })))
    const inState = state => tests.filter(({ test }) => test.result().state === state)
    const tally = {
      passed: inState('passed').length,
      failed: inState('failed').length + modules.filter(failsWithoutTest).length + unhandledErrors.length,
      skipped: [...inState('skipped'), ...inState('pending')].map(reasonsOf),
      again: inState('passed')
        .filter(({ test }) => test.diagnostic()?.flaky)
        .map(nameOf),
      seconds: secondsByFolder(modules),
    }
    writeFileSync(process.env.COUNTERSIGN_TALLY, JSON.stringify(tally))
  }
}

/** A file that cannot be loaded, or whose hook throws, may fail without any failed test. */
function failsWithoutTest(module) {
  return module.state() === 'failed' && ![...module.children.allTests('failed')].length
}

/** What the system lacks, each need for itself, or the test's name if it was skipped for another reason. */
function reasonsOf(skipped) {
  const needs = needsOf(skipped.module.moduleId, LACKS)
  return needs.length > 0 ? needs.map(need => `need ${need}`) : [nameOf(skipped)]
}

/**
 * How long the tests of each folder took, the longest first. Files run side by side, so this adds up to more than the
 * clock shows.
 */
function secondsByFolder(modules) {
  const seconds = new Map()
  for (const module of modules) {
    const folder = module.relativeModuleId.split('/').slice(0, 2).join('/')
    const { duration, collectDuration } = module.diagnostic()
    seconds.set(folder, (seconds.get(folder) ?? 0) + (duration + collectDuration) / 1000)
  }
  return [...seconds].toSorted((one, other) => other[1] - one[1])
}
