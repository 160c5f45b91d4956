/** Announces the title of a page shown in place to screen readers, as on a document load. */
const status = document.createElement('p');
status.className = 'sr-only';
status.role = 'status';
document.body.append(status);

/** Announces a page's title. */
export function announce(title: string): void {
  status.textContent = title;
}
