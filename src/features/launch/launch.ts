import { unlockCookie } from '#domain/browsing/launch-lock.ts';
import { typedEmail } from '#domain/basics/typed-email.ts';
import '#ui/news/subscribe-form.ts';

const email = document.querySelector<HTMLInputElement>('main [name="email"]');

email?.addEventListener('input', () => {
  const typed = typedEmail(email.value);
  if (typed !== email.value) email.value = typed;
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
