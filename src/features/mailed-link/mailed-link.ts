import { messageOf } from '#api/http/api-error.ts';
import { mailedLinks } from '#api/mailed-link.ts';
import type { MailedLink } from '#api/mailed-link.ts';

const EXPIRED = 'This link is incomplete or has expired.';

const section = document.querySelector<HTMLElement>('[data-mailed-link]');
const button = section?.querySelector<HTMLButtonElement>('[data-link-button]');
const text = section?.querySelector<HTMLElement>('[data-link-text]');
const message = section?.querySelector<HTMLElement>('[data-link-message]');

/** The link's token. It is in the fragment, which is never sent to a server. */
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

function isMailedLink(name: string | undefined): name is MailedLink {
  return name !== undefined && name in mailedLinks;
}

function show(outcome: string): void {
  if (message) message.textContent = outcome;
}

async function press(name: MailedLink): Promise<void> {
  show('');
  try {
    await mailedLinks[name](token);
    button?.remove();
    text?.remove();
    show(message?.dataset['done'] ?? '');
  } catch (error) {
    show(messageOf(error));
  }
}

if (button && token !== '') button.disabled = false;
else show(EXPIRED);

button?.addEventListener('click', () => {
  const name = section?.dataset['mailedLink'];
  if (isMailedLink(name)) void press(name);
});
