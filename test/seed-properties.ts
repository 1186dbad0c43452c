import * as fc from 'fast-check'

// `npm test` gives the same verdict twice on the same code. `npm run soak` draws new and more examples each time, and prints the seed
// of one that shows a fault.
fc.configureGlobal(process.env['COUNTERSIGN_SOAK'] === '1' ? { numRuns: 2_000 } : { seed: 20_261_115 })
