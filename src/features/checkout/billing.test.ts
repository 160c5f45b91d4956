import { describe, expect, test } from 'vitest';
import {
  BILLING_FIELDS,
  EMPTY_BILLING_FORM,
  isComplete,
  readBillingForm,
} from '#domain/orders/billing.ts';
import { billingErrors } from './billing-errors.ts';

const complete = {
  name: 'Ada',
  address: '1 High Street',
  email: 'ada@example.com',
  phone: '07000 000000',
  country: 'GB',
};

describe('CHECKOUT', () => {
  test('is enabled when all five fields are filled', () => {
    expect(isComplete(complete)).toBe(true);
  });

  test.each([...BILLING_FIELDS])('is disabled without %s', (field) => {
    expect(isComplete({ ...complete, [field]: '' })).toBe(false);
    expect(isComplete({ ...complete, [field]: '   ' })).toBe(false);
    expect(Object.keys(billingErrors({ ...complete, [field]: ' ' }, true))).toEqual([field]);
  });

  test('lists missing fields in form order, so that the first gets the focus', () => {
    expect(Object.keys(billingErrors(EMPTY_BILLING_FORM, false))).toEqual([...BILLING_FIELDS]);
  });

  test('requires a valid email address', () => {
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
])('a saved form of %j fills in its valid fields', (stored, form) => {
  expect(readBillingForm(stored)).toEqual(form);
});
