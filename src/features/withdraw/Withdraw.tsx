import { useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { company } from '#company';
import { dayText } from '#domain/order-promise.ts';
import { orderDate } from '#domain/order.ts';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { checkWithdrawal, confirmWithdrawal } from '#api/withdraw.ts';
import type { Declaration, Withdrawable, Withdrawn } from '#api/withdraw.ts';
import { ErrorBoundary } from '#ui/islands/ErrorBoundary.tsx';
import { useBusy } from '#ui/islands/use-busy.ts';
import { ReadyButton } from '#ui/ReadyButton.tsx';
import { FocusedHeading } from './FocusedHeading.tsx';
import { FormField } from './FormField.tsx';

const times = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/London',
});

function declarationOf(data: FormData): Declaration {
  const text = (field: keyof Declaration): string => {
    const value = data.get(field);
    return typeof value === 'string' ? value.trim() : '';
  };
  return { order: text('order'), email: text('email'), name: text('name') };
}

function pieces(count: number): string {
  return count === 1 ? '1 piece' : `${count} pieces`;
}

/** What the withdrawal would do. */
function effectsOf({ unitsToSend, unitsToReturn }: Withdrawable): string[] {
  const effects: string[] = [];
  if (unitsToSend > 0) {
    effects.push(`We do not send the ${pieces(unitsToSend)} still here, and refund you.`);
  }
  if (unitsToReturn > 0) {
    effects.push(
      `You send the ${pieces(unitsToReturn)} that left back to us within 14 days, and we refund you.`,
    );
  }
  return effects;
}

function whyNot({ until }: Withdrawable): string {
  const today = new Date().toISOString().slice(0, 10);
  return until !== null && until < today
    ? `The 14 days in which you could withdraw were over on ${dayText(until)}.`
    : 'There is nothing left to withdraw from: all of it is cancelled, refunded or on its way back.';
}

function Receipt({ done }: { done: Withdrawn }) {
  return (
    <div className="grid max-w-prose gap-4">
      <FocusedHeading>You have withdrawn from the contract.</FocusedHeading>
      <p>
        We received your withdrawal from order {done.order} on {times.format(new Date(done.at))}{' '}
        (London time). An e-mail that confirms this is on its way to you.
      </p>
      {done.cancelled && (
        <p>What had not left yet is cancelled, and its money is on its way back to you.</p>
      )}
      {done.back && (
        <>
          <p>
            Write <strong className="whitespace-nowrap">{done.back.code}</strong> on the parcel and
            send it by {dayText(done.back.sendBy)} to:
          </p>
          <address className="whitespace-pre-line wrap-anywhere not-italic">
            {company.returnsAddress.replaceAll(', ', '\n')}
          </address>
          <p>You pay for the postage. Keep the proof of posting.</p>
        </>
      )}
    </div>
  );
}

interface QuestionProps {
  found: Withdrawable;
  declaration: Declaration;
  busy: boolean;
  problem: string;
  onConfirm: () => void;
  onBack: () => void;
}

/** The second step: what is declared, and the button that declares it. */
function Question({ found, declaration, busy, problem, onConfirm, onBack }: QuestionProps) {
  return (
    <div className="grid max-w-prose gap-4">
      <FocusedHeading>
        Order {found.order} of {orderDate(found.createdAt)}
      </FocusedHeading>
      {found.canWithdraw ? (
        <>
          <p>
            I, <span className="wrap-anywhere">{declaration.name}</span>, withdraw from the contract
            for this order.
          </p>
          <ul className="list-disc pl-5">
            {effectsOf(found).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <p>
            The receipt goes to <span className="wrap-anywhere">{declaration.email}</span>.
          </p>
        </>
      ) : (
        <p className="font-medium">{whyNot(found)}</p>
      )}
      <div className="grid max-w-md gap-3">
        {found.canWithdraw && (
          <button type="button" className="button w-full" aria-busy={busy} onClick={onConfirm}>
            Confirm withdrawal
          </button>
        )}
        <button type="button" className="button-quiet w-full" disabled={busy} onClick={onBack}>
          Back
        </button>
        <output className="block min-h-8">
          {problem !== '' && <span className="message-error">{problem}</span>}
        </output>
      </div>
    </div>
  );
}

function Steps() {
  const { busy, start, end } = useBusy();
  const [declaration, setDeclaration] = useState<Declaration | null>(null);
  const [found, setFound] = useState<Withdrawable | null>(null);
  const [done, setDone] = useState<Withdrawn | null>(null);
  const [problem, setProblem] = useState('');
  const [fields, setFields] = useState<Readonly<Record<string, readonly string[]>>>({});
  /** Of the second press, the same while it is repeated. */
  const press = useRef('');

  async function run(act: () => Promise<void>): Promise<void> {
    if (!start()) return;
    setProblem('');
    setFields({});
    try {
      await act();
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields : {};
      setFields(wrong);
      if (Object.keys(wrong).length === 0) setProblem(messageOf(error));
    }
    end();
  }

  function check(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const declared = declarationOf(new FormData(event.currentTarget));
    void run(async () => {
      setFound(await checkWithdrawal(declared));
      setDeclaration(declared);
      press.current = crypto.randomUUID();
    });
  }

  function goBack(): void {
    setFound(null);
    setProblem('');
  }

  if (done) return <Receipt done={done} />;
  return (
    <>
      {/* Hidden, it keeps what was typed. */}
      <form method="post" className="grid max-w-md gap-5" hidden={found !== null} onSubmit={check}>
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
      {found && declaration && (
        <Question
          found={found}
          declaration={declaration}
          busy={busy}
          problem={problem}
          onConfirm={() =>
            void run(async () => setDone(await confirmWithdrawal(press.current, declaration)))
          }
          onBack={goBack}
        />
      )}
    </>
  );
}

/**
 * The withdrawal function that EU law wants on every trader's pages (Directive 2011/83, article 11a): no
 * login, no reason, two presses, and a receipt by e-mail.
 */
export default function Withdraw() {
  return (
    <ErrorBoundary>
      <section className="shell grid gap-6 py-10 lg:py-16">
        <h1 className="title">Withdraw from Contract</h1>
        <p className="max-w-prose">
          You may withdraw from the contract for your order until 14 days after its last parcel was
          delivered. You need no reason and no login. We refund what you paid, with the standard
          delivery if you withdraw from all of it. To send back only some of it, use Return Items in
          your account or behind the link in our e-mails.
        </p>
        <Steps />
      </section>
    </ErrorBoundary>
  );
}
