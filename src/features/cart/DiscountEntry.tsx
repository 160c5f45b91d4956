import { useEffect, useRef } from 'react';
import type { SubmitEvent } from 'react';
import { discountText } from '#domain/money/money.ts';
import type { CartDiscount } from './use-discount.ts';

export type ShownDiscount = Omit<CartDiscount, 'keep'>;

/** The entry of a discount code: a quiet disclosure until there is one. */
export function DiscountEntry(discount: ShownDiscount) {
  const { code, off, card, message, isChecking, isTyped, note, enter } = discount;
  const summary = useRef<HTMLElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const isApplied = off !== null;
  // A stored code stays in its place while it is checked.
  const isShown = isApplied || (isChecking && !isTyped);

  const wasApplied = useRef(isApplied);

  useEffect(() => {
    if (wasApplied.current === isApplied) return;
    wasApplied.current = isApplied;
    // The focused button has just been replaced; a quantity keeps the focus.
    const isLost = document.activeElement === document.body;
    if (isTyped && isLost) (isApplied ? remove : summary).current?.focus();
  }, [isApplied, isTyped]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('code');
    if (typeof typed === 'string' && typed.trim()) enter(typed.trim());
  }

  return (
    <div>
      {isShown ? (
        <p className="flex min-h-6 justify-between gap-4 text-sm text-ink-soft">
          <span className="wrap-anywhere">Code {code}</span>
          <button ref={remove} type="button" className="link" onClick={() => enter('')}>
            Remove<span className="sr-only"> code {code}</span>
          </button>
        </p>
      ) : (
        <details open={code !== '' || undefined}>
          <summary ref={summary} className="link min-h-6 cursor-pointer text-sm">
            Discount code or gift card
          </summary>
          <form onSubmit={submit} className="mt-3 flex gap-3">
            <input
              name="code"
              aria-label="Discount code"
              aria-describedby="discount-message"
              aria-invalid={message !== ''}
              className="field min-w-0 flex-1"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              enterKeyHint="done"
              required
              defaultValue={code}
              onInput={({ currentTarget }) => note(currentTarget.value)}
            />
            <button type="submit" className="button-quiet" aria-busy={isChecking}>
              Apply
            </button>
          </form>
        </details>
      )}
      <output id="discount-message" className="block">
        {message && <span className="message-error mt-2 block">{message}</span>}
        {isApplied && isTyped && (
          <span className="sr-only">
            Code {code}
            {card ? '' : `: ${discountText(off)}`}
          </span>
        )}
      </output>
    </div>
  );
}
