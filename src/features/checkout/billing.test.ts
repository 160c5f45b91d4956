import { describe, expect, test } from 'vitest';
import {
  BILLING_FIELDS,
  EMPTY_BILLING_FORM,
  isComplete,
  readBillingForm,
} from '#domain/billing.ts';
import { billingErrors } from './billing-errors.ts';

const complete = {
  name: 'Ada',
  address: '1 High Street',
  email: 'ada@example.com',
  phone: '07000 000000',
  country: 'GB',
};

describe('CHECKOUT', () => {
  test('may be pressed when all five fields are filled', () => {
    expect(isComplete(complete)).toBe(true);
  });

  test.each([...BILLING_FIELDS])('may not be pressed without %s', (field) => {
    expect(isComplete({ ...complete, [field]: '' })).toBe(false);
    expect(isComplete({ ...complete, [field]: '   ' })).toBe(false);
    expect(Object.keys(billingErrors({ ...complete, [field]: ' ' }, true))).toEqual([field]);
  });

  test('names the fields in their order, so that the first gets the focus', () => {
    expect(Object.keys(billingErrors(EMPTY_BILLING_FORM, false))).toEqual([...BILLING_FIELDS]);
  });

  test('asks for an email address in the right format', () => {
    expect(billingErrors(complete, true)).toEqual({});
    expect(billingErrors({ ...complete, email: 'ada' }, false).email).toContain('name@example.com');
  });
});

test.each([
  [null, EMPTY_BILLING_FORM],
  ['text', EMPTY_BILLING_FORM],
  [complete, complete],
  [
    { name: 'Ada', phone: 7, more: 'x' },
    { ...EMPTY_BILLING_FORM, name: 'Ada' },
  ],
])('a saved form of %j fills in what can be read', (stored, form) => {
  expect(readBillingForm(stored)).toEqual(form);
});
