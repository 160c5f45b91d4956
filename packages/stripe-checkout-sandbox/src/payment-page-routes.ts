import { randomBytes } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { Hono } from 'hono';
import type Stripe from 'stripe';
import { letTimePass } from './pass-time.ts';
import type { PaymentResult } from './pay-session.ts';
import { answerChallenge, paySession } from './pay-session.ts';
import type { FilledForm } from './payment-form.ts';
import { attemptFrom, freshForm, submittedForm } from './payment-form.ts';
import { challengePage, expiredPage, paymentPage, unknownPage } from './payment-page.ts';
import type { SandboxContext } from './sandbox-context.ts';
import type { SandboxState, StoredSession } from './state.ts';

type PageContext = Context<{ Bindings: HttpBindings }>;

function couponNameOf({ coupons }: SandboxState, { discounts }: Stripe.Checkout.Session) {
  const id = discounts?.[0]?.coupon;
  const coupon = typeof id === 'string' ? coupons.get(id) : undefined;
  return coupon ? (coupon.name ?? coupon.id) : null;
}

function showForm(
  c: PageContext,
  { state, clock }: SandboxContext,
  { session, lineItems }: StoredSession,
  shown: { form: FilledForm; decline: string | null; status: 200 | 402 | 422 },
) {
  const nonce = randomBytes(16).toString('base64');
  // No form-action: browsers also apply it to the redirect to the shop after paying.
  c.header(
    'content-security-policy',
    `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; img-src http: https: data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`,
  );
  const rates = session.shipping_options.flatMap(({ shipping_rate: id }) => {
    const rate = typeof id === 'string' ? state.shippingRates.get(id) : undefined;
    return rate ? [rate] : [];
  });
  const page = paymentPage({
    session,
    lines: lineItems,
    products: state.products,
    rates,
    couponName: couponNameOf(state, session),
    form: shown.form,
    decline: shown.decline,
    nonce,
    year: new Date(clock.now() * 1000).getUTCFullYear() + 2,
  });
  return c.html(page, shown.status);
}

function showClosed(c: PageContext, session: Stripe.Checkout.Session) {
  if (session.status === 'complete' && session.success_url !== null) {
    return c.redirect(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id), 303);
  }
  return c.html(expiredPage(session), 410);
}

/** The hosted payment page, `/c/pay/{session}`. `onChange` is called after every payment attempt. */
export function paymentPageRoutes(context: SandboxContext, onChange: () => void) {
  const routes = new Hono<{ Bindings: HttpBindings }>();

  routes.use(async (c, next) => {
    c.header('cache-control', 'no-store');
    c.header('referrer-policy', 'no-referrer');
    if (letTimePass(context)) onChange();
    await next();
  });

  function showResult(
    c: PageContext,
    stored: StoredSession,
    result: PaymentResult,
    form: FilledForm,
  ) {
    onChange();
    if (result.kind === 'declined') {
      return showForm(c, context, stored, { form, decline: result.message, status: 402 });
    }
    // Redirects, so that a reload does not pay again.
    if (stored.session.status === 'open') return c.redirect(`/c/pay/${stored.session.id}`, 303);
    return showClosed(c, stored.session);
  }

  routes.get('/:id', (c) => {
    const stored = context.state.sessions.get(c.req.param('id'));
    if (!stored) return c.html(unknownPage(), 404);
    if (stored.session.status !== 'open') return showClosed(c, stored.session);
    if (stored.challenged) return c.html(challengePage(stored.session));
    return showForm(c, context, stored, {
      form: freshForm(stored.session),
      decline: null,
      status: 200,
    });
  });

  routes.post('/:id', async (c) => {
    const stored = context.state.sessions.get(c.req.param('id'));
    if (!stored) return c.html(unknownPage(), 404);
    const body = new URLSearchParams(await c.req.text());
    // Checked after reading the body: another submit may have paid meanwhile.
    if (stored.session.status !== 'open') return showClosed(c, stored.session);
    const challenge = body.get('challenge');
    if (challenge !== null) {
      const result = answerChallenge(context, stored, challenge === 'complete');
      return showResult(c, stored, result, freshForm(stored.session));
    }
    const form = submittedForm(stored.session, body, context.clock.now());
    if (form.problems.size > 0) {
      return showForm(c, context, stored, { form, decline: null, status: 422 });
    }
    return showResult(c, stored, paySession(context, stored, attemptFrom(form)), form);
  });

  return routes;
}
