import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { dayText } from '#domain/orders/order-promise.ts';
import type { Order, OrderItem } from '#domain/orders/order.ts';
import {
  type ChosenReturn,
  faultKinds,
  LABELLED_RETURN,
  returnChoices,
} from '#domain/orders/return-kinds.ts';
import { formText } from './form-text.ts';
import { InsteadField } from './InsteadField.tsx';
import type { OrderActs, ReturnWish } from './order-acts.ts';
import { PhotoField } from './PhotoField.tsx';
import { useAct } from './use-act.ts';
import type { PickedPhoto } from './use-picked-photos.ts';

interface Props {
  order: Order;
  acts: OrderActs;
  /** @param photos to upload for the new return. */
  onAsked: (order: Order, photos: readonly PickedPhoto[]) => void;
}

const STILL_READING = 'One moment: your photos are still being read.';
/** Maximum characters of a reason. */
const LONGEST = 1000;
const TOO_LONG = `Use at most ${LONGEST} characters.`;
const NOTHING_CHOSEN = 'Choose what you want to send back.';

/** An order's return terms, with their deadlines. */
function termsOf({ canWithdraw, withdrawUntil, returnUntil, estimatedFrom }: Order): string {
  const until = returnUntil === null ? '' : ` until ${dayText(returnUntil)}`;
  const estimate =
    estimatedFrom === null
      ? ''
      : ` The days count from delivery: until we know it, from ${dayText(estimatedFrom)} at the latest.`;
  if (!canWithdraw)
    return `Unworn and unwashed, with its tags, it can come back${until}.${estimate}`;
  if (withdrawUntil === null) return 'You can change your mind for any reason.';
  return `You can change your mind for any reason until ${dayText(withdrawUntil)}; after that, unworn and unwashed, with its tags,${until}.${estimate}`;
}

interface QuantityProps {
  item: OrderItem;
  most: number;
  onChange: (quantity: number) => void;
}

function QuantityField({ item, most, onChange }: QuantityProps) {
  const id = `return-${item.variantId}`;
  return (
    <div className="grid grid-cols-[1fr_5.5rem] items-center gap-4">
      <label htmlFor={id} className="min-w-0 wrap-anywhere">
        {item.name}, {item.colour}
      </label>
      <select
        id={id}
        name={String(item.variantId)}
        className="field"
        defaultValue="0"
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {Array.from({ length: most + 1 }, (_, count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A number by a piece: its units, or the piece wanted instead. */
type ByPiece = ReadonlyMap<number, number>;

function wishOf(kind: ChosenReturn, units: ByPiece, instead: ByPiece, data: FormData): ReturnWish {
  const items = [...units]
    .map(([variant_id, quantity]) => ({ variant_id, quantity }))
    .filter(({ quantity }) => quantity > 0);
  const wish = items.flatMap(({ variant_id: from, quantity }) => {
    const to = instead.get(from);
    return to === undefined ? [] : [{ from, to, quantity }];
  });
  return { kind, items, reason: formText(data, 'reason'), wish: wish.length > 0 ? wish : null };
}

/** Refuses a reason that is too long on submission; `maxlength` would silently cut off what is pasted. */
function limitReason(field: HTMLTextAreaElement): void {
  field.setCustomValidity(field.value.length > LONGEST ? TOO_LONG : '');
}

/** Requests a return: the items, the reason, and who pays for it. */
export function ReturnItems({ order, acts, onAsked }: Props) {
  const { busy, problem, run } = useAct();
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<ChosenReturn>('return');
  const [units, setUnits] = useState<ByPiece>(new Map());
  const [instead, setInstead] = useState<ByPiece>(new Map());
  const [photos, setPhotos] = useState<readonly PickedPhoto[]>([]);
  const [isReading, setReading] = useState(false);
  const [missing, setMissing] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  const faulty = faultKinds.includes(kind);

  useEffect(() => {
    if (open) heading.current?.focus();
  }, [open]);

  /** When reopened, the form starts with "change of mind". */
  function close(): void {
    setOpen(false);
    setKind('return');
    setUnits(new Map());
    setInstead(new Map());
  }

  function choose(piece: number, to: number | null): void {
    const others = new Map(instead);
    if (to === null) others.delete(piece);
    else others.set(piece, to);
    setInstead(others);
  }

  function count(piece: number, quantity: number): void {
    setUnits(new Map([...units, [piece, quantity]]));
    // The cost was that of another number.
    choose(piece, null);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const wish = wishOf(kind, units, instead, new FormData(event.currentTarget));
    const lacking = wish.items.length === 0 ? NOTHING_CHOSEN : isReading ? STILL_READING : '';
    setMissing(lacking);
    if (lacking !== '') return;
    void run(async (id) => {
      const changed = await acts.askReturn(id, wish);
      if (!changed) return;
      close();
      setPhotos([]);
      onAsked(changed, faulty ? photos : []);
    });
  }

  if (!open) {
    return (
      <button type="button" className="button-quiet w-full" onClick={() => setOpen(true)}>
        Return Items<span className="sr-only">, order {order.id}</span>
      </button>
    );
  }
  const itemOf = (variant: number) => order.items.find(({ variantId }) => variantId === variant);
  return (
    <form method="post" className="grid gap-4 border border-ink p-4" onSubmit={submit}>
      <h4 ref={heading} tabIndex={-1} className="font-semibold">
        Return items of order {order.id}
      </h4>
      <p className="text-sm">{termsOf(order)}</p>
      <fieldset className="grid gap-3">
        <legend className="label">How many of each?</legend>
        {order.returnable.map(({ variantId, quantity }) => {
          const item = itemOf(variantId);
          return (
            item && (
              <QuantityField
                key={variantId}
                item={item}
                most={quantity}
                onChange={(chosen) => count(variantId, chosen)}
              />
            )
          );
        })}
      </fieldset>
      {[...units].map(([piece, quantity]) => {
        const item = itemOf(piece);
        return (
          quantity > 0 &&
          item && (
            <InsteadField
              key={`${piece} ${quantity}`}
              name={`${item.name}, ${item.colour}`}
              from={piece}
              quantity={quantity}
              find={acts.findOffers}
              value={instead.get(piece) ?? null}
              onChange={(to) => choose(piece, to)}
            />
          )
        );
      })}
      {instead.size > 0 && (
        <p className="text-sm">
          We hold it once we have agreed, and write to you. What costs more is paid by a link in
          that e-mail, what costs less is refunded when your return is here.
        </p>
      )}
      <fieldset className="grid gap-2">
        <legend className="label">Why?</legend>
        {returnChoices.map((choice) => (
          <label key={choice.kind} className="flex gap-3">
            <input
              type="radio"
              name="kind"
              value={choice.kind}
              defaultChecked={choice.kind === 'return'}
              onChange={() => setKind(choice.kind)}
            />
            {choice.kind === 'return' && order.hasReturnLabels ? LABELLED_RETURN : choice.label}
          </label>
        ))}
      </fieldset>
      {(faulty || !order.canWithdraw) && (
        <div>
          <label className="label" htmlFor={`reason-${order.id}`}>
            {returnChoices.find((choice) => choice.kind === kind)?.question}
          </label>
          <textarea
            id={`reason-${order.id}`}
            name="reason"
            className="field min-h-24"
            onInput={({ currentTarget }) => limitReason(currentTarget)}
            required={faulty}
          />
        </div>
      )}
      {faulty && (
        <PhotoField
          photos={photos.map(({ id, preview }) => ({ id, src: preview }))}
          onReading={setReading}
          onPick={(photo) => setPhotos((all) => [...all, photo])}
          onRemove={(id) => setPhotos((all) => all.filter((photo) => photo.id !== id))}
        />
      )}
      <button type="submit" className="button w-full" aria-busy={busy}>
        Ask for the Return
      </button>
      <button type="button" className="button-quiet w-full" disabled={busy} onClick={close}>
        Not Now
      </button>
      <output>
        {(missing || problem) !== '' && <span className="message-error">{missing || problem}</span>}
      </output>
    </form>
  );
}
