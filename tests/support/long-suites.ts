/**
 * The slowest suites are fuzz, load, order life, faults, killed services, builds and the dev server. `npm test`
 * runs a sample of them with fixed seeds; `npm run test:long`, which CI runs in parallel, runs them all.
 */
export const runsWhole = process.env['LONG_SUITES'] === 'whole';
