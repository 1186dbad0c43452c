/** How many runs a heavy suite makes: a sample in `npm test`, the full count in `npm run soak`. */
export const runs = (sample: number, full: number): number => (process.env['COUNTERSIGN_SOAK'] === '1' ? full : sample)
