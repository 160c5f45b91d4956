import { $toast, hideToast } from '#stores/toast.ts';

const box = document.querySelector<HTMLElement>('[data-toast]');
const link = document.querySelector<HTMLAnchorElement>('[data-toast-link]');
const message = document.querySelector<HTMLElement>('[data-toast-message]');

$toast.subscribe((toast) => {
  if (!box || !message || !link) return;
  // Cleared first, so that screen readers announce a repeated text.
  message.textContent = '';
  box.hidden = !toast;
  link.hidden = !toast?.link;
  if (toast?.link) {
    link.textContent = toast.link.text;
    link.href = toast.link.href;
  }
  if (toast) message.textContent = toast.message;
});

document.querySelector('[data-toast-close]')?.addEventListener('click', hideToast);
