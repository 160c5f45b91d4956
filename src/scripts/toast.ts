import { $toast, hideToast } from '../stores/toast.ts';

const box = document.querySelector<HTMLElement>('[data-toast]');
const message = document.querySelector<HTMLElement>('[data-toast-message]');

$toast.subscribe((toast) => {
  if (!box || !message) return;
  // Emptied first, so that the same text twice is announced twice.
  message.textContent = '';
  box.hidden = toast === null;
  if (toast) message.textContent = toast.message;
});

document.querySelector('[data-toast-close]')?.addEventListener('click', hideToast);
