// A vitest reporter that writes down what came out: the numbers, and the names of what was skipped or tried twice.
import { writeFileSync } from 'node:fs'

const names = tests => tests.map(({ module, test }) => `${module.relativeModuleId} > ${test.fullName}`)

export default class TallyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap(module => [...module.children.allTests()].map(test => ({ module, test })))
    const inState = state => tests.filter(({ test }) => test.result().state === state)
    const tally = {
      passed: inState('passed').length,
      failed: inState('failed').length + modules.filter(failsWithoutTest).length + unhandledErrors.length,
      skipped: names([...inState('skipped'), ...inState('pending')]),
      again: names(inState('passed').filter(({ test }) => test.diagnostic()?.flaky)),
    }
    writeFileSync(process.env.COUNTERSIGN_TALLY, JSON.stringify(tally))
  }
}

/** A file that cannot be loaded, or whose hook throws, may fail without any failed test. */
function failsWithoutTest(module) {
  return module.state() === 'failed' && ![...module.children.allTests('failed')].length
}
