import { expect, test } from 'vitest';
import { makeOrders } from '../../bench/many-orders.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { runsWhole } from '../support/long-suites.ts';

test.runIf(runsWhole)(
  'the orders generated for measurements are valid, copies included',
  async () => {
    const { sql, drop } = await freshDatabase();
    await makeOrders(sql, 2400, 1750);
    const [orders] = await sql<[{ number: number }]>`select count(*)::int as number from orders`;
    expect(orders.number).toBeGreaterThanOrEqual(2400);
    const unlike = await sql`
    select order_id from order_words where words <> checkout_words((select checkout_id from orders where id = order_id)) order by 1`;
    expect(unlike).toEqual([]);
    await drop('an order leaves by the day it was promised');
  },
);
