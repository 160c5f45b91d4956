import { useEffect, useState } from 'react';
import type { SubmitEvent } from 'react';
import { orderDate } from '#domain/orders/order.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { confirmWithdrawalOfItems, followWithdrawalLink } from '#api/withdraw.ts';
import type { Chosen, WithdrawalChoice, Withdrawn } from '#api/withdraw.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { effectsOf, whyNot } from './effects.ts';
import { FormField } from './FormField.tsx';
import { NotPossible } from './NotPossible.tsx';
import { Question } from './Question.tsx';
import { Receipt } from './Receipt.tsx';
import { textOf } from './text-of.ts';
import { useSteps } from './use-steps.ts';

const NOTHING_CHOSEN = 'Choose at least one item.';

interface Declared {
  name: string;
  items: Chosen[];
}

function unitsOf({ toCancel, toReturn }: WithdrawalChoice['items'][number]): number {
  return toCancel + toReturn;
}

/** The chosen items, with their maximum quantities. */
function chosenOf({ items }: WithdrawalChoice, chosen: readonly Chosen[]) {
  return items.flatMap((item) => {
    const units = chosen.find(({ variant_id: id }) => id === item.variantId)?.quantity ?? 0;
    return units > 0 ? [{ item, units }] : [];
  });
}

function effects(choice: WithdrawalChoice, { items }: Declared): string[] {
  let [toSend, toReturn] = [0, 0];
  for (const { item, units } of chosenOf(choice, items)) {
    // Undispatched units first, as on the server.
    const here = Math.min(units, item.toCancel);
    toSend += here;
    toReturn += units - here;
  }
  return effectsOf(toSend, toReturn);
}

interface FormProps {
  choice: WithdrawalChoice;
  hidden: boolean;
  problem: string;
  fields: Readonly<Record<string, readonly string[]>>;
  onChoose: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** The first step: the items, all chosen by default. */
function ChoiceForm({ choice, hidden, problem, fields, onChoose }: FormProps) {
  return (
    <form method="post" className="grid max-w-md gap-4" hidden={hidden} onSubmit={onChoose}>
      <h2 className="heading">
        Order {choice.order} of {orderDate(choice.createdAt)}
      </h2>
      <FormField
        name="name"
        label="Your name"
        autoComplete="name"
        value={choice.name}
        problem={fields['name']}
      />
      <fieldset className="grid gap-3">
        <legend className="label">How many of each do you withdraw from?</legend>
        {choice.items.map((item) => (
          <div key={item.variantId} className="grid grid-cols-[1fr_5.5rem] items-center gap-4">
            <label htmlFor={`withdraw-${item.variantId}`} className="min-w-0 wrap-anywhere">
              {item.name}
            </label>
            <select
              id={`withdraw-${item.variantId}`}
              name={String(item.variantId)}
              className="field"
              defaultValue={unitsOf(item)}
            >
              {Array.from({ length: unitsOf(item) + 1 }, (_, count) => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </select>
          </div>
        ))}
      </fieldset>
      <div>
        <ReadyButton busy={false}>Withdraw from contract here</ReadyButton>
        <output className="block min-h-8 pt-2">
          {problem !== '' && <span className="message-error">{problem}</span>}
        </output>
      </div>
    </form>
  );
}

/** The two steps, choosing and declaring. */
function Steps({ token, choice }: { token: string; choice: WithdrawalChoice }) {
  const { busy, problem, fields, run, clear, newPress, press } = useSteps();
  const [missing, setMissing] = useState('');
  const [declared, setDeclared] = useState<Declared | null>(null);
  const [done, setDone] = useState<Withdrawn | null>(null);

  function choose(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const items = choice.items
      .map(({ variantId }) => ({
        variant_id: variantId,
        quantity: Number(textOf(data, String(variantId))),
      }))
      .filter(({ quantity }) => quantity > 0);
    setMissing(items.length === 0 ? NOTHING_CHOSEN : '');
    if (items.length === 0) return;
    clear();
    newPress();
    setDeclared({ name: textOf(data, 'name'), items });
  }

  function confirm({ name, items }: Declared): void {
    const whole = chosenOf(choice, items).every(({ item, units }) => units === unitsOf(item));
    void run(async () => {
      const body = { event: press.current, token, name, items };
      const all = whole && items.length === choice.items.length;
      setDone({ ...(await confirmWithdrawalOfItems(body)), whole: all });
    });
  }

  if (done) return <Receipt done={done} />;
  // An error in the name is shown at its field, in the first step.
  const asking = Object.keys(fields).length === 0 ? declared : null;
  return (
    <>
      <ChoiceForm
        choice={choice}
        hidden={asking !== null}
        problem={missing}
        fields={fields}
        onChoose={choose}
      />
      {asking && (
        <Question
          order={choice.order}
          createdAt={choice.createdAt}
          declaration={
            <div className="grid gap-2">
              <p>
                I, <span className="wrap-anywhere">{asking.name}</span>, withdraw from the contract
                for these goods of this order:
              </p>
              <ul className="list-disc pl-4">
                {chosenOf(choice, asking.items).map(({ item, units }) => (
                  <li key={item.variantId} className="wrap-anywhere">
                    {units} × {item.name}
                  </li>
                ))}
              </ul>
            </div>
          }
          effects={effects(choice, asking)}
          email={choice.email}
          busy={busy}
          problem={problem}
          onConfirm={() => confirm(asking)}
          onBack={() => setDeclared(null)}
        />
      )}
    </>
  );
}

interface Followed {
  choice: WithdrawalChoice | null;
  /** Why there is nothing to choose from; '' otherwise. */
  problem: string;
  expired: boolean;
}

const LOADING: Followed = { choice: null, problem: '', expired: false };

async function follow(token: string): Promise<Followed> {
  try {
    return { choice: await followWithdrawalLink(token), problem: '', expired: false };
  } catch (error) {
    const expired = error instanceof ApiError && error.status === 400;
    return { choice: null, problem: messageOf(error), expired };
  }
}

async function load(token: string, show: (followed: Followed) => void): Promise<void> {
  show(LOADING);
  show(await follow(token));
}

/** Withdraws from chosen items, by the link in an e-mail. */
export function WithdrawByLink({ token, onLeave }: { token: string; onLeave: () => void }) {
  const [{ choice, problem, expired }, setFollowed] = useState(LOADING);

  useEffect(() => void load(token, setFollowed), [token]);

  if (!choice) {
    return (
      <div aria-live="polite">
        {problem === '' ? (
          <Loading />
        ) : (
          <div className="grid max-w-prose justify-items-start gap-4">
            <p className="font-medium">{problem}</p>
            <div className="flex flex-wrap gap-4">
              {!expired && (
                <button
                  type="button"
                  className="button-quiet"
                  onClick={() => void load(token, setFollowed)}
                >
                  Try again
                </button>
              )}
              <button type="button" className="button-quiet" onClick={onLeave}>
                Use the order number
              </button>
            </div>
          </div>
        )}
      </div>
    );
  }
  return choice.canWithdraw && choice.items.length > 0 ? (
    <Steps token={token} choice={choice} />
  ) : (
    <NotPossible order={choice} why={whyNot(choice.until)} />
  );
}
