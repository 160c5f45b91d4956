import { randomUUID } from 'node:crypto';
import { firstSettings } from '../first-settings.ts';
import { springDiscount } from '../spring-discount.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** Studio calls that write at the path of a call that reads, which has their name. */
export function sharedPathActs({ backend, subscribed }: ActScenes): Acts {
  async function asManager(path: string, body: unknown) {
    const { post } = await newStaff(backend, 'manager');
    return () => post(`/api/staff/${path}`, body);
  }
  const { kind, percent, amount_pence, minimum_pence, with_sales } = springDiscount;
  const welcome = { kind, percent, amount_pence, minimum_pence, with_sales, code_days: 30 };
  const packing = { ...firstSettings.packing, paper_grams: 1 };
  return {
    'staff-complaints': async () => {
      const complaint = randomUUID();
      await backend.database.sql`
        insert into complaints (id, name, email, words)
        values (${complaint}, 'Ada', 'ada@example.com', 'Why?')`;
      return asManager('complaints', { complaint, outcome: 'Explained.' });
    },
    'staff-templates': () =>
      asManager('templates', {
        template: randomUUID(),
        seen: null,
        title: 'Hello',
        subject: 'Hello',
        text: 'Hello.',
      }),
    'staff-subscribers': async () => asManager('subscribers', { subscription: await subscribed() }),
    'staff-cart-reminders': () => asManager('cart-reminders', { after_hours: 4 }),
    'staff-welcome-code': () => asManager('welcome-code', { terms: welcome }),
    'staff-settings': async () => {
      await backend.database.sql`update label_settings set carrier = null where only_row`;
      return asManager('settings', {
        change: randomUUID(),
        seen: firstSettings,
        settings: { ...firstSettings, packing },
      });
    },
  };
}
