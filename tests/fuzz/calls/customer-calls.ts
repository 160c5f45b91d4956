import { randomUUID } from 'node:crypto';
import { activityAreas } from '#domain/enums.ts';
import { type Calls, reading, readingAs } from './call.ts';
import type { FuzzedShop } from './fuzzed-shop.ts';

/** Studio calls about customers, the activity log, and shoppers' notes. */
export function customerCalls(shop: FuzzedShop): Calls {
  const { customer, manager, ofManager, ofOwner, order, ownCheckout } = shop;
  const asked = { event: randomUUID(), customer };
  return {
    'staff-customers': readingAs(
      manager,
      '/api/staff/customers?q=ada',
      '/api/staff/customers?after=1700000000000000.12345678',
    ),
    'staff-customer': readingAs(
      manager,
      `/api/staff/customer?customer=${customer}`,
      `/api/staff/customer?customer=${customer}&after=${order}`,
    ),
    'staff-customer-note': ofManager('/api/staff/customer/note', {
      ...asked,
      text: 'Rings twice.',
    }),
    'staff-customer-export': ofManager('/api/staff/customer/export', {
      ...asked,
      event: randomUUID(),
    }),
    'staff-customer-erase': ofManager('/api/staff/customer/erase', {
      event: randomUUID(),
      customer: 1,
    }),
    'staff-customer-merge': ofManager('/api/staff/customer/merge', {
      event: randomUUID(),
      customer,
      into: customer,
    }),
    'staff-templates': ofManager('/api/staff/templates', {
      template: randomUUID(),
      seen: null,
      title: 'Hello',
      subject: 'Order {order number}',
      text: 'Hello {first name},\n\nthank you.',
    }),
    'staff-templates-remove': ofManager('/api/staff/templates/remove', { template: randomUUID() }),
    'staff-message': ofManager('/api/staff/message', {
      event: randomUUID(),
      checkout: ownCheckout.id,
      subject: 'Your order',
      text: 'It is late.',
    }),
    'staff-activity': readingAs(
      manager,
      ...activityAreas.map((area) => `/api/staff/activity?area=${area}&q=ada`),
      '/api/staff/activity?staff=1&since=2026-01-01&until=2026-12-31',
      `/api/staff/activity?after=1700000000000000.o${randomUUID()}`,
    ),
    'account-order-note': {
      ...reading('/api/account/order-note'),
      rights: [{ ...ofOwner, address: `/api/account/order-note?order=${order}` }],
    },
  };
}
