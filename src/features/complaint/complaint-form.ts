import { ApiError, messageOf } from '#api/http/api-error.ts';
import { complain } from '#api/complaint.ts';
import { onContent } from '#browser/content/content.ts';
import { dayText } from '#domain/orders/order-promise.ts';

const names = ['name', 'email', 'words'] as const;

/** Shows each field's errors and focuses the first. */
function showProblems(form: HTMLFormElement, problems: ApiError['fields']): void {
  let first: HTMLElement | null = null;
  for (const name of names) {
    const field = form.querySelector<HTMLElement>(`[name="${name}"]`);
    const message = form.querySelector<HTMLElement>(`#complaint-${name}-problem`);
    const [text = ''] = problems[name] ?? [];
    if (!field || !message) continue;
    message.textContent = text;
    message.hidden = text === '';
    field.ariaInvalid = text === '' ? null : 'true';
    if (text !== '') first ??= field;
  }
  first?.focus();
}

onContent((main) => {
  const form = main.querySelector<HTMLFormElement>('[data-complaint]');
  const status = form?.querySelector('[data-complaint-status]');
  const done = main.querySelector<HTMLElement>('[data-complaint-done]');
  if (!form || !status || !done) return;
  // Idempotency key: resending after a lost response creates no second complaint.
  const complaint = crypto.randomUUID();
  let sending = false;

  async function send(data: FormData, whole: HTMLElement, said: Element): Promise<void> {
    const text = (name: (typeof names)[number]) => String(data.get(name) ?? '');
    const body = { complaint, name: text('name'), email: text('email'), words: text('words') };
    try {
      const due = await complain(body);
      const day = whole.querySelector('[data-complaint-due]');
      if (day) day.textContent = dayText(due);
      form?.remove();
      whole.hidden = false;
      whole.focus();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (form) showProblems(form, fields);
      said.textContent = Object.keys(fields).length > 0 ? '' : messageOf(error);
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    status.textContent = '';
    void send(new FormData(form), done, status).finally(() => {
      sending = false;
    });
  });
  // Submitted before this script loaded: see hold-submit.ts.
  if ('submitted' in form.dataset) form.requestSubmit();
});
