import { randomInt } from 'node:crypto';
import type { Page } from 'playwright/test';
import { z } from 'zod';
import { clientAddressHeader } from '#harness/client-address.ts';
import { expect } from './shop-test.ts';

/** What an account is made of. */
export interface Account {
  username: string;
  email: string;
  password: string;
}

/** A line of a cart: the product's id, the colour's name, and how many (1 when left out). */
export interface WantedLine {
  product: number;
  colour: string;
  quantity?: number;
}

/** What an earlier visit has left in the browser. */
interface EarlierVisit {
  lines?: readonly WantedLine[];
  /** Logged in with this account, which is made for it. */
  customer?: Account;
  /** Logged in with this token, whatever it is worth. */
  token?: { id: string; access: string };
  /** Whether `filledForm` was typed into the billing form. */
  form?: boolean;
}

const LoggedIn = z.object({ id: z.string(), token: z.object({ access: z.string() }) });
const Products = z.array(
  z.looseObject({
    id: z.int(),
    color_variants: z.array(z.looseObject({ color_name: z.string() })),
  }),
);

export const filledForm = {
  name: 'Ada Lovelace',
  address: '12 St James Square, London SW1Y 4JH',
  email: 'ada@example.com',
  phone: '+44 20 7946 0000',
  country: 'GB',
};

/** A client address from a range reserved for tests (RFC 2544); the workers do not know of each other. */
function someClientAddress(): string {
  return `198.19.${randomInt(256)}.${randomInt(256)}`;
}

/** Makes an account without its form, from a network of its own: one network may not make many. */
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

/** The login of a new account. */
export async function tokenOf(page: Page, account: Account) {
  await register(page, account);
  const { username, password } = account;
  const answer = await page.request.post('/api/auth/login/', { data: { username, password } });
  const { id, token } = LoggedIn.parse(await answer.json());
  return { id, access: token.access };
}

/** Lets the browser hold what an earlier visit left there, from the first page on. */
export async function comeAgain(page: Page, { lines = [], customer, token, form }: EarlierVisit) {
  const root = {
    products: [],
    cart: await cartOf(page, lines),
    token: token ?? (customer ? await tokenOf(page, customer) : { id: null, access: null }),
  };
  const left = {
    root: JSON.stringify(root),
    ...(form && { billingFormData: JSON.stringify(filledForm) }),
  };
  await page.addInitScript((entries) => {
    if (sessionStorage.getItem('came-again')) return;
    sessionStorage.setItem('came-again', 'yes');
    for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
  }, left);
}

/** What browser storage holds under a key; null when nothing. */
export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}
