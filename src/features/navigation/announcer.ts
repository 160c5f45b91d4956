/** Tells screen readers the title of a page shown in place, as they do when a document is loaded. */
const status = document.createElement('p');
status.className = 'sr-only';
status.role = 'status';
document.body.append(status);

/** Announces a page's title. */
export function announce(title: string): void {
  status.textContent = title;
}
