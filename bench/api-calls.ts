import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { acting } from '#harness/acting.ts';
import type { Load } from './api-load.ts';
import { newBuyers, plentifulColour } from './api-shoppers.ts';

/** An API call to measure. */
export interface MeasuredCall extends Load {
  name: string;
  /** The function's file name, without extension. */
  file: string;
  /** Creates a new request. */
  request(): Request;
  /** The call's own queries, sent straight to PostgreSQL; none if it does more than query. */
  straight?(): Promise<unknown>;
}

const password = 'correct horse battery';
const origin = 'https://minicia.example';

function post(path: string, body: unknown, token?: string): Request {
  return new Request(origin + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
  });
}

function get(path: string): () => Request {
  return () => new Request(origin + path);
}

/** Prepares the shop's repeatable calls, with their data in the database. */
export async function apiCalls(
  sql: postgres.Sql,
  register: (request: Request) => Promise<Response>,
): Promise<MeasuredCall[]> {
  const reads = { alone: 300, together: 1280 };
  const checkouts = { alone: 100, together: 320 };
  const colour = await plentifulColour(sql);
  const username = `bench-${randomUUID().slice(0, 8)}`;
  await register(
    post('/api/auth/register/', { username, email: `${username}@example.com`, password }),
  );
  const items = [{ productId: colour.product, selectedColorId: colour.variant }];
  // Each checkout needs its own shopper, also during warm-up and cold starts.
  const warmUps = 60;
  const allCheckouts = checkouts.alone + checkouts.together + warmUps;
  const buyers = await newBuyers(sql, 2 * allCheckouts);
  const next = () => {
    const buyer = buyers.pop();
    if (!buyer) throw new Error('There are no shoppers left.');
    return buyer;
  };
  const [{ total }] = await sql<[{ total: number }]>`
    select (${colour.pence} + tax_on(${colour.pence}, tax_basis_points))::int as total
    from current_tax`;

  return [
    {
      name: 'productListing',
      file: 'catalogue',
      ...reads,
      request: get('/api/listing/productListing/'),
      straight: () => sql`select product_listing()`,
    },
    {
      name: 'category listing',
      file: 'catalogue',
      ...reads,
      request: get('/api/listing/productListing/1/'),
      straight: () => sql`select category_listing(1)`,
    },
    {
      name: 'categories',
      file: 'catalogue',
      ...reads,
      request: get('/api/listing/categories/'),
      straight: () => sql`select id, name from categories order by position, id`,
    },
    {
      name: 'cartvalidate',
      file: 'shop',
      ...reads,
      request: () => post('/api/listing/cartvalidate/', { items }),
      straight: () => sql`select current_stock(${sql.json(items)})`,
    },
    {
      name: 'additionalPays',
      file: 'catalogue',
      ...reads,
      request: get('/api/listing/additionalPays/'),
      straight: () => sql`select tax_basis_points from current_tax`,
    },
    {
      // Dominated by the password hash, which is slow by design. The local stand-in for Supabase Auth
      // computes it on this thread, so more concurrent clients would stall it.
      name: 'login',
      file: 'auth-login',
      alone: 40,
      together: 64,
      clients: 4,
      request: () => post('/api/auth/login/', { username, password }),
    },
    {
      name: 'create-stripe-session',
      file: 'stripe-create-session',
      ...checkouts,
      request: () => {
        const { id, token } = next();
        const line = { productId: colour.product, selectedColorId: colour.variant, quantity: 1 };
        const payment = { method: 'stripe', amount: total / 100, user: id, country: 'GB' };
        return post('/api/stripe/create-stripe-session/', { ...payment, items: [line] }, token);
      },
      straight: async () => {
        const { id } = next();
        const line = { product_id: colour.product, variant_id: colour.variant, quantity: 1 };
        const limit = { action: 'bench', caller: id.padEnd(43, '_'), attempts: 30, seconds: 600 };
        await sql`select take_attempt(${sql.json([limit])})`;
        const [{ opened }] = await sql<[{ opened: { checkout_id: string } }]>`
          select open_checkout(
            'GB', 'domestic', ${sql.json([line])}, ${total}, 2100, 3600) as opened
            from ${acting(sql, id)}`;
        const session = `cs_test_${opened.checkout_id}`;
        await sql`select attach_stripe_session(${opened.checkout_id}, ${session}, ${origin})`;
      },
    },
  ];
}
