/**
 * The slowest suites are fuzz, load, races, large listings, order life, parity of SQL and TypeScript, faults, killed
 * services, builds and the dev server. `npm test` runs a sample of them, mostly with fixed seeds; `npm run test:long`,
 * which CI runs in parallel, runs them all.
 */
export const runsWhole = process.env['LONG_SUITES'] === 'whole';
