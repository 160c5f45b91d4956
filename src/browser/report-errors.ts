/**
 * Reports errors of the page's own scripts to the functions' log, three of a visit at most. Inlined in the head; product
 * pages, whose HTML has no room, import it. Handlers instead of listeners, so that a page shown in place replaces them.
 */
let left = 3;

function report(error?: Error): void {
  // Errors of browser extensions have other addresses in their stack. Ours name the build: files change names with it.
  if (error?.stack?.includes(location.host) && left-- > 0) {
    const found = [`${error}`, error.stack, location.pathname];
    navigator.sendBeacon('/api/browser-error', JSON.stringify(found));
  }
}

// oxlint-disable-next-line unicorn/prefer-add-event-listener -- would be added twice
window.onerror = (_message, _file, _line, _column, error) => report(error);
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- likewise
window.onunhandledrejection = ({ reason }) => report(reason);
