// Runs in the measured page before its own scripts, and collects the browser's performance entries.
const pageSeen = {
  lcp: 0,
  lcpElement: '',
  cls: 0,
  /** @type {string[]} */
  shifts: [],
  /** Start and duration of each long task, in milliseconds. @type {[number, number][]} */
  tasks: [],
};
Object.assign(window, { benchSeen: pageSeen });

/** @param {string} type @param {(entry: PerformanceEntry) => void} note */
function observePage(type, note) {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry);
  }).observe({ type, buffered: true });
}

observePage('largest-contentful-paint', (entry) => {
  if (!(entry instanceof LargestContentfulPaint)) return;
  const { startTime, element, url } = entry;
  pageSeen.lcp = startTime;
  pageSeen.lcpElement = `${element?.tagName ?? ''} ${url || element?.className || ''}`;
});

observePage('layout-shift', (entry) => {
  if (!('value' in entry && 'hadRecentInput' in entry && 'sources' in entry)) return;
  if (entry.hadRecentInput) return;
  const sources = Array.isArray(entry.sources) ? entry.sources : [];
  pageSeen.cls += Number(entry.value);
  pageSeen.shifts.push(sources.map(({ node }) => node?.className ?? node?.nodeName).join(' '));
});

observePage('longtask', ({ startTime, duration }) => pageSeen.tasks.push([startTime, duration]));
