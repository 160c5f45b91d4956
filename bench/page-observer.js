// Runs in the measured page before its own scripts, and collects the browser's performance entries.
window.benchSeen = { lcp: 0, lcpElement: '', cls: 0, shifts: [], tasks: [] };
const benchObservers = {
  'largest-contentful-paint': (seen, entry) => {
    seen.lcp = entry.startTime;
    seen.lcpElement = `${entry.element?.tagName ?? ''} ${entry.url || entry.element?.className || ''}`;
  },
  'layout-shift': (seen, entry) => {
    if (entry.hadRecentInput) return;
    seen.cls += entry.value;
    seen.shifts.push(entry.sources?.map(({ node }) => node?.className ?? node?.nodeName).join(' '));
  },
  longtask: (seen, entry) => seen.tasks.push([entry.startTime, entry.duration]),
};
for (const [type, note] of Object.entries(benchObservers)) {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(window.benchSeen, entry);
  }).observe({ type, buffered: true });
}
