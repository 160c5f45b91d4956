/**
 * The suites that take longest are fuzz, load, the lives of orders, killed services, builds and the developer's server.
 * `npm test` runs a sample of them, by the same seeds; `npm run test:long`, which CI runs beside it, all.
 */
export const runsWhole = process.env['LONG_SUITES'] === 'whole';
