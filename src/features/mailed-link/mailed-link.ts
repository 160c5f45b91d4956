import { messageOf } from '#api/http/api-error.ts';
import { mailedLinks } from '#api/mailed-link.ts';

const EXPIRED = 'This link is incomplete or has expired.';

const section = document.querySelector<HTMLElement>('[data-mailed-link]');
const button = section?.querySelector<HTMLButtonElement>('[data-link-button]');
const text = section?.querySelector<HTMLElement>('[data-link-text]');
const message = section?.querySelector<HTMLElement>('[data-link-message]');

/** The link's token. It is in the fragment, which is never sent to a server. */
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

function isMailedLink(name: string | undefined): name is keyof typeof mailedLinks {
  return name !== undefined && name in mailedLinks;
}

/** Carries out a link. @returns whether it is done; else the page is being left. */
async function carryOut(name: string | undefined): Promise<boolean> {
  if (isMailedLink(name)) {
    await mailedLinks[name](token);
    return true;
  }
  const { confirmAddress } = await import('./confirm-address.ts');
  return confirmAddress(token);
}

function show(outcome: string): void {
  if (message) message.textContent = outcome;
}

async function press(): Promise<void> {
  show('');
  try {
    if (!(await carryOut(section?.dataset['mailedLink']))) return;
    button?.remove();
    text?.remove();
    show(message?.dataset['done'] ?? '');
  } catch (error) {
    show(messageOf(error));
  }
}

if (button && token !== '') button.disabled = false;
else show(EXPIRED);

button?.addEventListener('click', () => void press());
