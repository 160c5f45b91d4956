import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { londonText } from '#domain/basics/london-clock.ts';
import { poundsText } from '#domain/money/money.ts';
import {
  offerWelcome,
  type WelcomeOffer,
  WelcomeTerms,
} from '#domain/contracts/staff-discounts.ts';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { EffectFields } from '../discounts/EffectFields.tsx';
import { effectOf, emptyEffect, wholeIn } from '../discounts/typed-effect.ts';
import { CheckField } from '../kit/form/CheckField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { Awaited } from '../kit/Awaited.tsx';
import { problemText } from '../kit/problem-text.ts';
import { linkTo } from '../kit/use-place.ts';
import { welcomeQuery } from './mailing-queries.ts';

/** Fields filled with the terms of the offer, or with a usual offer before there is one. */
function typedIn(offer: WelcomeOffer) {
  const { kind, percent, amount_pence, minimum_pence, with_sales, code_days } = offer;
  if (kind === null) return { ...emptyEffect, days: '30' };
  return {
    kind,
    percent: percent === null ? emptyEffect.percent : String(percent),
    amount: amount_pence === null ? '' : poundsText(amount_pence),
    minimum: minimum_pence ? poundsText(minimum_pence) : '',
    withSales: with_sales === true,
    days: String(code_days ?? ''),
  };
}

function Used({ codes, orders }: Pick<WelcomeOffer, 'codes' | 'orders'>) {
  return (
    <p>
      <strong>{codes.toLocaleString('en-GB')}</strong> {codes === 1 ? 'code was' : 'codes were'}{' '}
      made on these terms; <strong>{orders.toLocaleString('en-GB')}</strong>{' '}
      {orders === 1 ? 'order has' : 'orders have'} used one. More under{' '}
      <a className="link" {...linkTo({ at: 'discounts', page: '', query: {} })}>
        Discounts
      </a>
      .
    </p>
  );
}

/** Sets the code, turns it on and off, and shows what came of it. */
function Offer({ offer }: { offer: WelcomeOffer }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => typedIn(offer));
  const [hasTried, setTried] = useState(false);
  const terms = WelcomeTerms.safeParse({ ...effectOf(typed), code_days: wholeIn(typed.days) });
  const faults = new Map(
    terms.error?.issues.map(({ path, message }) => [String(path[0]), message]),
  );
  const fault = (field: keyof WelcomeTerms) => (hasTried ? faults.get(field) : undefined);
  const save = useMutation({
    mutationFn: (asked: WelcomeTerms | null) => asStaff(offerWelcome, { terms: asked }),
    onSuccess: (saved) => client.setQueryData(welcomeQuery.queryKey, saved),
  });
  const { turned_on_at, turned_on_by, paused, codes, orders } = offer;
  const isOn = turned_on_at !== null;
  const saidText = isOn ? 'Saved. New subscribers get this code.' : 'New subscribers get no code.';

  function submit(): void {
    setTried(true);
    if (terms.success && !save.isPending) save.mutate(terms.data);
  }

  return (
    <form
      className="studio-panel mailing-carts"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>
        After confirming their subscription to our news, people are e-mailed a random code, good for
        one order. Each address gets one code only, even if it unsubscribes and subscribes again.
        Codes that were sent keep their terms, whatever you change here.
      </p>
      <EffectFields
        typed={typed}
        fault={fault}
        onChange={(changed) => setTyped((now) => ({ ...now, ...changed }))}
      />
      <TextField
        label="Days valid"
        hint="After the day it is sent."
        inputMode="numeric"
        value={typed.days}
        fault={fault('code_days')}
        onChange={(days) => setTyped((now) => ({ ...now, days }))}
      />
      <CheckField
        checked={typed.withSales}
        onChange={(withSales) => setTyped((now) => ({ ...now, withSales }))}
      >
        For reduced prices as well
      </CheckField>
      <p className="studio-soft">
        {isOn ? `On since ${londonText(turned_on_at)}, by ${turned_on_by ?? 'someone'}.` : 'Off.'}
      </p>
      {isOn && paused && (
        <p className="studio-warning">
          The discount is paused, so no codes are sent. Resume it under Discounts, or save to start
          with a new one.
        </p>
      )}
      {codes > 0 && <Used codes={codes} orders={orders} />}
      <div className="studio-actions">
        <Button type="submit" look="main" busy={save.isPending}>
          {isOn ? 'Save' : 'Turn on'}
        </Button>
        {isOn && (
          <Button busy={save.isPending} onClick={() => save.mutate(null)}>
            Turn off
          </Button>
        )}
      </div>
      <output className="studio-said">{save.isSuccess && saidText}</output>
      {save.isError && (
        <p role="alert" className="message-error">
          {problemText(save.error)}
        </p>
      )}
    </form>
  );
}

/** The discount code that new subscribers get. */
export function WelcomeCode() {
  const found = useQuery(welcomeQuery);
  const { data } = found;
  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Welcome code</h1>
      </div>
      {!data && <Awaited query={found} />}
      {data && <Offer offer={data} />}
    </>
  );
}
