import { unlockCookie } from '#domain/launch-lock.ts';
import { typedEmail } from '#domain/typed-email.ts';
import { ApiError } from '#api/http/api-error.ts';
import { subscribe } from '#api/subscribe.ts';

const INVALID_EMAIL = 'Please enter a valid email.';
const SUBSCRIBED = 'Subscribed successfully!';
/** Appended to the specification's text: addresses join the list only after confirmation. */
const NEXT = 'Check your inbox to confirm.';
const FAILED = 'Subscription failed. Try again later.';

const form = document.querySelector<HTMLFormElement>('[data-subscribe]');
const email = document.querySelector<HTMLInputElement>('[data-subscribe-email]');
const next = document.querySelector('[data-subscribe-next]');
const message = document.querySelector<HTMLElement>('[data-subscribe-message]');

function setMessage(text: string, icon?: 'warning' | 'celebration'): void {
  if (next) next.textContent = icon === 'celebration' ? NEXT : '';
  const template = document.querySelector<HTMLTemplateElement>(`[data-message-icon="${icon}"]`);
  message?.replaceChildren(...(template ? [template.content.cloneNode(true)] : []), text);
}

function rejectField(field: HTMLInputElement, text: string): void {
  field.ariaInvalid = 'true';
  field.focus();
  setMessage(text, 'warning');
}

async function request(field: HTMLInputElement): Promise<void> {
  const address = field.value.trim();
  if (address === '') {
    rejectField(field, INVALID_EMAIL);
    return;
  }
  field.ariaInvalid = null;
  try {
    await subscribe(address);
    field.value = '';
    setMessage(SUBSCRIBED, 'celebration');
  } catch (error) {
    const first = error instanceof ApiError ? error.fields.email?.[0] : undefined;
    if (first) rejectField(field, first);
    else if (error instanceof ApiError && error.isTooMany) setMessage(error.message, 'warning');
    else setMessage(FAILED);
  }
}

email?.addEventListener('input', () => {
  const typed = typedEmail(email.value);
  if (typed !== email.value) email.value = typed;
});

let submitting = false;

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!email || submitting) return;
  submitting = true;
  void request(email).finally(() => {
    submitting = false;
  });
});

const passwordForm = document.querySelector<HTMLFormElement>('[data-password]');
const password = document.querySelector<HTMLInputElement>('[data-password-field]');

document.querySelector('[data-password-link]')?.addEventListener('click', () => {
  // Wait until the link has revealed the field.
  requestAnimationFrame(() => password?.focus());
});

passwordForm?.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!password?.value) {
    // The alert and checking only for presence are required by the spec (section 2).
    alert('Please enter your password');
    return;
  }
  document.cookie = unlockCookie(location.protocol === 'https:');
  location.assign('/');
});
