import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { carrierControl, startCarrierSandbox } from 'carrier-sandbox';

const address = {
  name: 'Ada',
  street1: '1 High Street',
  city: 'Leeds',
  zip: 'LS1 1AA',
  country: 'GB',
};
const parcel = {
  length: '45',
  width: '35',
  height: '16',
  distance_unit: 'cm',
  weight: '0.5',
  mass_unit: 'kg',
};

test('a label is sold once for each call, printed, and its parcel delivered by the clock', async () => {
  const events: unknown[] = [];
  const shop = createServer(async (request, response) => {
    events.push(JSON.parse((await request.toArray()).join('')));
    response.end();
  }).listen(0);
  await once(shop, 'listening');
  const at = shop.address();
  const webhookUrl = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}/?token=any`;
  const sandbox = await startCarrierSandbox({ port: 0, apiKey: 'key', webhookUrl });
  const control = carrierControl(sandbox.url);
  const ask = async (path: string, body?: object) => {
    const response = await fetch(sandbox.url + path, {
      headers: { authorization: 'ShippoToken key' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return response.json();
  };

  const wrong = { ...address, zip: 'ZZ1 1ZZ' };
  const refused = await ask('/shipments', {
    address_from: address,
    address_to: wrong,
    parcels: [parcel],
  });
  expect(refused.address_to.validation_results).toMatchObject({ is_valid: false });
  const shipment = { address_from: address, address_to: address, parcels: [parcel] };
  const { rates } = await ask('/shipments', shipment);
  const [{ object_id: rate }] = rates;

  await control.fail({ path: '/transactions', method: 'POST', status: null, arrives: true });
  await expect(ask('/transactions', { rate })).rejects.toThrow('fetch failed');
  const { results } = await ask(`/transactions?rate=${rate}`);
  expect(results).toMatchObject([{ status: 'SUCCESS', rate }]);
  const [{ label_url, tracking_number: number }] = results;
  expect(await (await fetch(label_url)).text()).toMatch(/^%PDF-/);

  await control.advanceClock(40);
  expect(events).toMatchObject([{ event: 'track_updated', data: { tracking_number: number } }]);
  expect(await ask(`/tracks/royal_mail/${number}`)).toMatchObject({
    tracking_status: { status: 'DELIVERED' },
  });
  await sandbox.close();
  shop.close();
});
