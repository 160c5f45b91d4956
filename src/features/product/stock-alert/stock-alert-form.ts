import { fetchAccountEmail } from '#api/account-email.ts';
import { ApiError } from '#api/http/api-error.ts';
import { askStockAlert } from '#api/stock-alert.ts';
import { currentSession, ofAccount } from '#stores/session.ts';

const INVALID_EMAIL = 'Please enter a valid email.';
const NO_NETWORK = 'There is no connection, and nothing was sent. Please try again.';
const FAILED = 'Something went wrong, and nothing was sent. Please try again.';

/**
 * Static markup, kept here instead of in the page, where it would appear to work without this script and
 * add to every product page. The opener is in the "Out of Stock" line, so that nothing moves when it
 * appears.
 */
const markup = `
<div data-stock-alert class="grid grid-cols-[minmax(0,1fr)] wrap-anywhere">
  <div class="relative">
    <button type="button" class="link absolute right-0 -bottom-0.75 py-1 text-sm font-medium" aria-expanded="false" aria-controls="stock-alert-form">Tell me when it is back</button>
  </div>
  <form id="stock-alert-form" novalidate hidden class="mt-4">
    <label for="stock-alert-email" class="label">Email</label>
    <div class="flex gap-2">
      <input id="stock-alert-email" name="email" type="email" autocomplete="email" class="field min-w-0 flex-1" aria-describedby="stock-alert-message stock-alert-note">
      <button type="submit" class="button">Tell Me</button>
    </div>
    <p id="stock-alert-note" class="mt-2 text-sm text-ink-soft">One e-mail about this colour, nothing else.</p>
  </form>
  <p id="stock-alert-message" role="status" tabindex="-1"></p>
</div>`.trim();

/** The message for a failed call. */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return FAILED;
  if (error.status === 0) return NO_NETWORK;
  if (error.isTooMany) return error.message;
  return error.fields.email?.[0] ?? error.detail ?? FAILED;
}

/** A colour, from the button's data. */
export interface Colour {
  product: number;
  colour: number;
}

interface Parts {
  slot: HTMLElement;
  opener: HTMLButtonElement;
  form: HTMLFormElement;
  field: HTMLInputElement;
  message: HTMLElement;
}

function partsOf(slot: HTMLElement | null | undefined): Parts | null {
  const opener = slot?.querySelector<HTMLButtonElement>('[aria-controls]');
  const form = slot?.querySelector('form');
  const field = slot?.querySelector('input');
  const message = slot?.querySelector<HTMLElement>('[role="status"]');
  return slot && opener && form && field && message ? { slot, opener, form, field, message } : null;
}

function say({ message, field }: Parts, text: string, outcome: 'error' | 'success'): void {
  message.className = text && `message-${outcome}`;
  message.textContent = text;
  field.ariaInvalid = null;
}

function rejectField(parts: Parts, text: string): void {
  say(parts, text, 'error');
  parts.field.ariaInvalid = 'true';
  parts.field.focus();
}

async function prefill({ field }: Parts): Promise<void> {
  const session = ofAccount(currentSession());
  if (!session) return;
  try {
    const { email } = await fetchAccountEmail(session);
    if (field.value === '') field.value = email;
  } catch (error) {
    console.error('The account’s address could not be fetched', error);
  }
}

/** One form for all colours of a page: text typed for one colour is kept for the next. */
class StockAlertForm {
  readonly #parts: Parts;
  /** The address each colour's alert was requested for in this visit. */
  readonly #asked = new Map<number, string>();
  #colour: Colour | null = null;
  #isOpen = false;
  #isBusy = false;
  #isPrefilled = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    // The picker treats any change inside it as a choice of colour.
    parts.slot.addEventListener('change', (event) => event.stopPropagation());
    parts.opener.addEventListener('click', () => this.#toggle());
    parts.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
  }

  /** Shows the offer for a colour; hides it without one. */
  offer(colour: Colour | null): void {
    if (colour?.colour === this.#colour?.colour && colour !== null) return;
    this.#colour = colour;
    this.#parts.slot.hidden = colour === null;
    const told = colour && this.#asked.get(colour.colour);
    say(this.#parts, told ? this.#promise(told) : '', 'success');
    this.#draw();
  }

  #promise(email: string): string {
    return `We will e-mail ${email} once, when it is back.`;
  }

  #draw(): void {
    const { opener, form } = this.#parts;
    const isAsked = this.#colour !== null && this.#asked.has(this.#colour.colour);
    opener.hidden = isAsked;
    opener.ariaExpanded = String(this.#isOpen);
    form.hidden = isAsked || !this.#isOpen;
  }

  #toggle(): void {
    this.#isOpen = !this.#isOpen;
    say(this.#parts, '', 'success');
    this.#draw();
    if (!this.#isOpen) return;
    this.#parts.field.focus();
    if (!this.#isPrefilled) void prefill(this.#parts);
    this.#isPrefilled = true;
  }

  async #submit(): Promise<void> {
    const colour = this.#colour;
    const email = this.#parts.field.value.trim();
    if (!colour || this.#isBusy) return;
    if (email === '') {
      rejectField(this.#parts, INVALID_EMAIL);
      return;
    }
    this.#isBusy = true;
    try {
      await askStockAlert({ ...colour, email }, ofAccount(currentSession())?.access);
      this.#asked.set(colour.colour, email);
      if (colour === this.#colour) this.#thank(email);
    } catch (error) {
      if (colour === this.#colour) this.#explain(error);
    } finally {
      this.#isBusy = false;
    }
  }

  #thank(email: string): void {
    say(this.#parts, this.#promise(email), 'success');
    // The focused button is gone.
    this.#parts.message.focus();
    this.#draw();
  }

  #explain(error: unknown): void {
    const text = failureText(error);
    if (error instanceof ApiError && error.fields.email) rejectField(this.#parts, text);
    else say(this.#parts, text, 'error');
  }
}

const forms = new WeakMap<Element, StockAlertForm>();

/** Inserts a form below the colours. */
function place(line: Element): StockAlertForm | null {
  const template = document.createElement('template');
  template.innerHTML = markup;
  const slot = template.content.firstElementChild;
  const parts = slot instanceof HTMLElement ? partsOf(slot) : null;
  if (!parts) return null;
  line.append(parts.slot);
  const form = new StockAlertForm(parts);
  forms.set(line, form);
  return form;
}

/**
 * Offers an e-mail alert for a sold-out colour below the colours, or withdraws the offer.
 * @param line the element with the message about stock.
 * @param colour null while the chosen colour can be bought.
 */
export function offerAlert(line: Element, colour: Colour | null): void {
  const form = line.querySelector('[data-stock-alert]') ? forms.get(line) : null;
  (form ?? (colour && place(line)))?.offer(colour);
}
