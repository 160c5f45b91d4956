/**
 * Reports errors of the page's own scripts to the functions' log, three of a visit at most. Inlined in the head; product
 * pages, whose HTML has no room, load it later.
 */
let left = 3;

function report(error?: Error): void {
  // Errors of browser extensions have other addresses in their stack.
  if (error?.stack?.includes(location.host) && left-- > 0) {
    navigator.sendBeacon('/api/browser-error', `${error}\n${error.stack}`);
  }
}

// Handlers, because a page shown in place of another may load this again: the later ones replace the earlier.
/* oxlint-disable unicorn/prefer-add-event-listener */
window.onerror = (_message, _file, _line, _column, error) => report(error);
window.onunhandledrejection = ({ reason }) => report(reason);
