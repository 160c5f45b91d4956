import { invalidRequest } from './api-error.ts';
import type { FormRecord } from './form-body.ts';
import type { Json, JsonRecord } from './json.ts';
import { toJson } from './json.ts';
import { listPage } from './list-page.ts';
import { list } from './parameter.ts';
import { text } from './parameter-value.ts';
import type { SandboxState } from './state.ts';

/** Stripe's maximum depth of expansion (docs.stripe.com/api/expanding_objects). */
const MAX_DEPTH = 4;

/** Expandable fields, by object type. */
const EXPANDABLE = new Map([
  ['checkout.session', ['payment_intent', 'shipping_rate', 'line_items']],
  ['payment_intent', ['latest_charge']],
  ['charge', ['balance_transaction', 'payment_intent']],
  ['refund', ['balance_transaction', 'charge', 'payment_intent']],
  ['balance_transaction', ['source']],
  ['dispute', ['charge', 'payment_intent']],
  ['payout', ['balance_transaction', 'failure_balance_transaction']],
  ['price', ['product']],
]);

function isRecord(value: Json | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findObject(state: SandboxState, id: string): object | undefined {
  return (
    state.paymentIntents.get(id) ??
    state.charges.get(id) ??
    state.refunds.get(id) ??
    state.disputes.get(id) ??
    state.balanceTransactions.get(id) ??
    state.payouts.get(id) ??
    state.shippingRates.get(id) ??
    state.products.get(id)
  );
}

function lineItemsOf(state: SandboxState, sessionId: Json | undefined): JsonRecord | undefined {
  const stored = typeof sessionId === 'string' ? state.sessions.get(sessionId) : undefined;
  if (!stored) return undefined;
  const page = {
    expand: undefined,
    limit: 100,
    starting_after: undefined,
    ending_before: undefined,
  };
  return toJson(
    listPage(stored.lineItems, page, `/v1/checkout/sessions/${stored.session.id}/line_items`),
  );
}

function notExpandable(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}

function expandIn(
  state: SandboxState,
  node: Json,
  names: readonly string[],
  path: string,
  kind: string,
): void {
  const [name, ...rest] = names;
  if (name === undefined || node === null) return;
  if (Array.isArray(node)) {
    for (const element of node) expandIn(state, element, names, path, kind);
    return;
  }
  if (!isRecord(node)) throw notExpandable(path);
  const owner = typeof node['object'] === 'string' ? node['object'] : kind;
  const allowed = EXPANDABLE.get(owner)?.includes(name) ?? false;
  if (name === 'line_items' && allowed && node[name] === undefined) {
    const lines = lineItemsOf(state, node['id']);
    if (lines) node[name] = lines;
  }
  const held = node[name];
  if (held === undefined) throw notExpandable(path);
  if (typeof held === 'string') {
    const found = allowed ? findObject(state, held) : undefined;
    if (!found) throw notExpandable(path);
    node[name] = toJson(found);
  } else if (held !== null && typeof held !== 'object') {
    throw notExpandable(path);
  } else if (rest.length === 0 && !allowed) {
    throw notExpandable(path);
  }
  expandIn(state, node[name] ?? null, rest, path, owner);
}

/** A request's `expand` paths. */
export function expandPaths(form: FormRecord): string[] {
  return form['expand'] === undefined ? [] : list(text(), 20).read(form['expand'], 'expand');
}

/**
 * Copies an object, replacing ids at the given paths by the objects they refer to.
 * @throws ApiError for a path that cannot be expanded
 */
export function expanded(
  state: SandboxState,
  object: object,
  paths: readonly string[],
): JsonRecord {
  const answer = toJson(object);
  for (const path of paths) {
    const names = path.split('.');
    const levels = names[0] === 'data' ? names.length - 1 : names.length;
    if (levels > MAX_DEPTH) {
      throw invalidRequest(
        `You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`,
        { param: 'expand' },
      );
    }
    expandIn(state, answer, names, path, '');
  }
  return answer;
}
