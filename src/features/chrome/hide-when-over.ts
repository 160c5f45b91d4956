/**
 * Inlined after an announcement with an end: until the pages are built without it, it is hidden before
 * the first paint, so that nothing moves.
 */
const bar = document.currentScript?.previousElementSibling;
if (bar instanceof HTMLElement && Date.parse(bar.dataset.until ?? '') <= Date.now()) bar.remove();
