import { beginAsGuest } from '#api/guest.ts';
import { messageOf } from '#api/http/api-error.ts';
import { logIn } from '#stores/login/login.ts';
import { currentSession } from '#stores/session.ts';
import { takeLoginTarget } from './login-target.ts';

const button = document.querySelector<HTMLButtonElement>('[data-guest-button]');
const problem = document.querySelector<HTMLElement>('[data-guest-problem]');

function setBusy(busy: boolean): void {
  if (button) button.ariaBusy = String(busy);
}

function explain(text: string): void {
  if (problem) problem.textContent = text;
}

async function begin(): Promise<void> {
  if (button?.ariaBusy === 'true') return;
  setBusy(true);
  explain('');
  try {
    // Another tab may have begun one.
    if (!currentSession()) logIn(await beginAsGuest());
    location.replace(takeLoginTarget());
  } catch (error) {
    explain(messageOf(error));
    setBusy(false);
  }
}

if (button) {
  button.disabled = false;
  button.removeAttribute('data-waking');
  button.addEventListener('click', () => void begin());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) setBusy(false);
  });
}
