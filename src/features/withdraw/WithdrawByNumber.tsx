import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { checkWithdrawal, confirmWithdrawal, mailWithdrawalLink } from '#api/withdraw.ts';
import type { Declaration, Withdrawable, Withdrawn } from '#api/withdraw.ts';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { effectsOf, whyNot } from './effects.ts';
import { FocusedHeading } from './FocusedHeading.tsx';
import { FormField } from './FormField.tsx';
import { NotPossible } from './NotPossible.tsx';
import { Question } from './Question.tsx';
import { Receipt } from './Receipt.tsx';
import { textOf } from './text-of.ts';
import { useSteps } from './use-steps.ts';

function declarationOf(data: FormData): Declaration {
  return { order: textOf(data, 'order'), email: textOf(data, 'email'), name: textOf(data, 'name') };
}

function LinkSent({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <div className="grid max-w-prose gap-4">
      <FocusedHeading>Please look into your e-mails.</FocusedHeading>
      <p>
        We have sent a link to <span className="wrap-anywhere">{email}</span>, if it is the address
        of this order. It shows your order, so that you can choose what you withdraw from. Nothing
        is withdrawn yet.
      </p>
      <div className="max-w-md">
        <button type="button" className="button-quiet w-full" onClick={onBack}>
          Back
        </button>
      </div>
    </div>
  );
}

/** Withdraws from an order by its number and address. Does not show the items. */
export function WithdrawByNumber() {
  const { busy, problem, fields, run, clear, newPress, press } = useSteps();
  const [declaration, setDeclaration] = useState<Declaration | null>(null);
  const [found, setFound] = useState<Withdrawable | null>(null);
  const [linkSent, setLinkSent] = useState(false);
  const [done, setDone] = useState<Withdrawn | null>(null);

  function check(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const declared = declarationOf(new FormData(event.currentTarget));
    void run(async () => {
      const answer = await checkWithdrawal(declared);
      setDeclaration(declared);
      if (answer === 'mailed') setLinkSent(true);
      else setFound(answer);
      newPress();
    });
  }

  function confirm(declared: Declaration): void {
    void run(async () => {
      const answer = await confirmWithdrawal(press.current, declared);
      if (answer === 'mailed') setLinkSent(true);
      else setDone(answer);
    });
  }

  function askForLink(declared: Declaration): void {
    void run(async () => {
      await mailWithdrawalLink(press.current, declared);
      setLinkSent(true);
    });
  }

  function goBack(): void {
    setFound(null);
    clear();
  }

  function step() {
    if (!declaration) return null;
    if (linkSent) return <LinkSent email={declaration.email} onBack={() => setLinkSent(false)} />;
    if (!found) return null;
    if (!found.canWithdraw)
      return <NotPossible order={found} why={whyNot(found.until)} onBack={goBack} />;
    return (
      <Question
        order={found.order}
        createdAt={found.createdAt}
        declaration={
          <p>
            I, <span className="wrap-anywhere">{declaration.name}</span>, withdraw from the contract
            for this order.
          </p>
        }
        effects={effectsOf(found.unitsToSend, found.unitsToReturn)}
        email={declaration.email}
        busy={busy}
        problem={problem}
        onConfirm={() => confirm(declaration)}
        onBack={goBack}
      >
        {found.unitsToSend + found.unitsToReturn > 1 && (
          <button
            type="button"
            className="button-quiet w-full"
            disabled={busy}
            onClick={() => askForLink(declaration)}
          >
            Only some of it: e-mail me a link
          </button>
        )}
      </Question>
    );
  }

  if (done) return <Receipt done={done} />;
  return (
    <>
      {/* Hidden rather than removed, to keep the input. */}
      <form
        method="post"
        className="grid max-w-md gap-4"
        hidden={found !== null || linkSent}
        onSubmit={check}
      >
        <FormField name="name" label="Your name" autoComplete="name" problem={fields['name']} />
        <FormField
          name="order"
          label="Order number"
          autoComplete="off"
          inputMode="numeric"
          problem={fields['order']}
        />
        <FormField
          name="email"
          label="Email of the order"
          type="email"
          autoComplete="email"
          problem={fields['email']}
        />
        <div>
          <ReadyButton busy={busy}>Withdraw from contract here</ReadyButton>
          <output className="block min-h-8 pt-2">
            {problem !== '' && <span className="message-error">{problem}</span>}
          </output>
        </div>
      </form>
      {step()}
    </>
  );
}
