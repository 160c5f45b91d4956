/** The bytes sent for a file when it was last fetched; 0 if it came from the cache. */
export function fetchedBytes(address: string): number {
  const timing = performance.getEntriesByName(address, 'resource').at(-1);
  return timing instanceof PerformanceResourceTiming ? timing.encodedBodySize : 0;
}
