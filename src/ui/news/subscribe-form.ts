import { newsPlaces } from '#domain/enums.ts';
import { CONFIRM_NEXT, subscribeOutcome } from './subscribe-outcome.ts';

const submitting = new WeakSet<HTMLFormElement>();

/** Submits a form `data-subscribe="<place>"`, and shows the result in it. Ignored while it is being submitted. */
async function submit(form: HTMLFormElement): Promise<void> {
  const field = form.querySelector<HTMLInputElement>('[name="email"]');
  const place = newsPlaces.find((one) => one === form.dataset['subscribe']);
  if (!field || !place || submitting.has(form)) return;
  submitting.add(form);
  const { text, icon, rejected } = await subscribeOutcome(field.value, place);
  submitting.delete(form);
  field.ariaInvalid = rejected ? 'true' : null;
  if (rejected) field.focus();
  if (icon === 'celebration') field.value = '';
  const next = form.querySelector('[data-subscribe-next]');
  if (next) next.textContent = icon === 'celebration' ? CONFIRM_NEXT : '';
  const template = form.querySelector<HTMLTemplateElement>(`[data-message-icon="${icon}"]`);
  form
    .querySelector('[data-subscribe-message]')
    ?.replaceChildren(...(template ? [template.content.cloneNode(true)] : []), text);
}

for (const form of document.querySelectorAll<HTMLFormElement>('[data-subscribe]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(form);
  });
}
