import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { londonText } from '#domain/basics/london-clock.ts';
import { poundsText } from '#domain/money/money.ts';
import { offerWelcome, type WelcomeOffer } from '#domain/contracts/staff-discounts.ts';
import { Button } from '../kit/Button.tsx';
import { EffectFields } from '../discounts/EffectFields.tsx';
import { effectOf, emptyEffect } from '../discounts/typed-effect.ts';
import { wholeIn } from '../kit/form/whole-in.ts';
import { CheckField } from '../kit/form/CheckField.tsx';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { TextField } from '../kit/form/TextField.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { Failure } from '../kit/Failure.tsx';
import { linkTo } from '../kit/use-place.ts';
import { welcomeQuery } from './mailing-queries.ts';

/** Fields filled with the terms of the offer, or with a usual offer before there is one. */
function typedIn(offer: WelcomeOffer) {
  const { kind, percent, amount_pence, minimum_pence, with_sales, code_days } = offer;
  if (kind === null) return { ...emptyEffect, code_days: '30' };
  return {
    kind,
    percent: percent === null ? emptyEffect.percent : String(percent),
    amount_pence: amount_pence === null ? '' : poundsText(amount_pence),
    minimum_pence: minimum_pence ? poundsText(minimum_pence) : '',
    with_sales: with_sales === true,
    code_days: String(code_days ?? ''),
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
  const saved = (answer: WelcomeOffer) => {
    client.setQueryData(welcomeQuery.queryKey, answer);
    return answer.turned_on_at === null
      ? 'New subscribers get no code.'
      : 'Saved. New subscribers get this code.';
  };
  const form = useContractForm(offerWelcome, {
    asked: { terms: { ...effectOf(typed), code_days: wholeIn(typed.code_days) } },
    done: saved,
  });
  const off = useContractForm(offerWelcome, { asked: { terms: null }, done: saved });
  const field = fieldsOf(typed, setTyped, (name) => form.at(`terms.${name}`));
  const { turned_on_at, turned_on_by, paused, codes, orders } = offer;
  const isOn = turned_on_at !== null;

  return (
    <form {...form.element} className="studio-panel mailing-carts" noValidate>
      <p>
        After confirming their subscription to our news, people are e-mailed a random code, good for
        one order. Each address gets one code only, even if it unsubscribes and subscribes again.
        Codes that were sent keep their terms, whatever you change here.
      </p>
      <EffectFields
        typed={typed}
        form={form}
        onChange={(changed) => setTyped({ ...typed, ...changed })}
      />
      <TextField
        label="Days valid"
        hint="After the day it is sent."
        inputMode="numeric"
        {...field('code_days')}
      />
      <CheckField checked={typed.with_sales} onChange={field('with_sales').onChange}>
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
        <Button type="submit" look="main" busy={form.busy}>
          {isOn ? 'Save' : 'Turn on'}
        </Button>
        {isOn && (
          <Button busy={off.busy} onClick={() => void off.submit()}>
            Turn off
          </Button>
        )}
      </div>
      <output className="studio-said">{isOn ? form.news : off.news}</output>
      <Failure of={form.problem || off.problem} />
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
