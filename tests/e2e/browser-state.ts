import { randomInt } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Page } from 'playwright/test';
import { z } from 'zod';
import { clientAddressHeader } from '#harness/client-address.ts';
import { testKeys } from '#harness/test-keys.ts';
import { expect } from './shop-test.ts';

/** Data of an account. */
export interface Account {
  username: string;
  email: string;
  password: string;
}

/** A cart line: product id, colour name, and quantity (1 if omitted). */
export interface WantedLine {
  product: number;
  colour: string;
  quantity?: number;
}

/** State that an earlier visit left in the browser. */
interface EarlierVisit {
  lines?: readonly WantedLine[];
  /** Logged in with this account, which is created. */
  customer?: Account;
  /** Logged in with this token, valid or not. */
  token?: { id: string; access: string };
  /** Whether the billing form holds `filledForm`. */
  form?: boolean;
  /** A discount code that waits for the cart. */
  code?: string;
}

const LoggedIn = z.object({ id: z.string(), token: z.object({ access: z.string() }) });
const Products = z.array(
  z.looseObject({
    id: z.int(),
    color_variants: z.array(z.looseObject({ color_name: z.string() })),
  }),
);

const Root = z.looseObject({ token: z.object({ id: z.string(), access: z.string() }) });
const Claims = z.object({ session_id: z.uuid(), is_anonymous: z.boolean() });

export const filledForm = {
  name: 'Ada Lovelace',
  address: '12 St James Square, London SW1Y 4JH',
  email: 'ada@example.com',
  phone: '+44 20 7946 0000',
  country: 'GB',
};

/** A random client address from a range reserved for tests (RFC 2544), because workers cannot coordinate. */
function someClientAddress(): string {
  return `198.19.${randomInt(256)}.${randomInt(256)}`;
}

/** Creates an account without the form, from its own network, because sign-ups per network are limited. */
export async function register(page: Page, account: Account): Promise<void> {
  const answer = await page.request.post('/api/auth/register/', {
    data: account,
    headers: { [clientAddressHeader]: someClientAddress() },
  });
  expect(answer.status()).toBe(201);
}

async function cartOf(page: Page, lines: readonly WantedLine[]) {
  if (lines.length === 0) return [];
  const answer = await page.request.get('/api/listing/productListing/');
  const products = Products.parse(await answer.json());
  return lines.map(({ product: id, colour, quantity = 1 }) => {
    const { color_variants: colours = [], ...product } =
      products.find((one) => one.id === id) ?? {};
    const selectedColor = colours.find(({ color_name }) => color_name === colour);
    if (!selectedColor) throw new Error(`No product ${id} in ${colour}`);
    return { ...product, quantity, selectedColor };
  });
}

/** Registers an account and returns its login. */
export async function tokenOf(page: Page, account: Account) {
  await register(page, account);
  const { username, password } = account;
  const answer = await page.request.post('/api/auth/login/', { data: { username, password } });
  const { id, token } = LoggedIn.parse(await answer.json());
  return { id, access: token.access };
}

/** Stores the state of an earlier visit in the browser, before its first page. */
export async function comeAgain(
  page: Page,
  { lines = [], customer, token, form, code }: EarlierVisit,
) {
  const root = {
    products: [],
    cart: await cartOf(page, lines),
    token: token ?? (customer ? await tokenOf(page, customer) : { id: null, access: null }),
  };
  const left = {
    root: JSON.stringify(root),
    ...(form && { billingFormData: JSON.stringify(filledForm) }),
    ...(code && { discountCode: code }),
  };
  await page.addInitScript((entries) => {
    if (sessionStorage.getItem('came-again')) return;
    sessionStorage.setItem('came-again', 'yes');
    for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
  }, left);
}

/** Value of a browser storage key; null if unset. */
export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** The token in the browser. */
export async function tokenIn(page: Page): Promise<{ id: string; access: string }> {
  return Root.parse(JSON.parse((await stored(page, 'root')) ?? '')).token;
}

/** Replaces the access token in the browser. */
export async function setAccess(page: Page, access: string): Promise<void> {
  await page.evaluate((token) => {
    const root = JSON.parse(localStorage.getItem('root') ?? '');
    localStorage.setItem(
      'root',
      JSON.stringify({ ...root, token: { ...root.token, access: token } }),
    );
  }, access);
}

/** Replaces the access token in the browser by an expired one with a valid signature. */
export async function letTokenExpire(page: Page): Promise<string> {
  const { id, access } = await tokenIn(page);
  const [, payload = ''] = access.split('.');
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const expired = await new SignJWT({ role: 'authenticated', aud: 'authenticated', ...claims })
    .setSubject(id)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('-10m')
    .sign(new TextEncoder().encode(testKeys.jwtSecret));
  await setAccess(page, expired);
  return expired;
}
