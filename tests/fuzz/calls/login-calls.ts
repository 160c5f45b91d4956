import { randomUUID } from 'node:crypto';
import { claimToken, linkToken } from '#server/mail/link-token.ts';
import { type Calls, reading, readingAs } from './call.ts';
import type { FuzzedShop } from './fuzzed-shop.ts';

/** Logins and accounts, for shoppers and staff. */
export function loginCalls({
  account,
  leaver,
  manager,
  ofBuyer,
  ofManager,
  ownCheckout,
  people,
  posting,
}: FuzzedShop): Calls {
  return {
    'account-close': { ...posting('/api/account/close'), slow: true },
    'account-email': {
      ...reading('/api/account/email'),
      rights: people.map(({ shopper: { token } }) => ({ address: '/api/account/email', token })),
      // The POST has no body to corrupt.
      writes: true,
    },
    'auth-claim-order': posting(
      '/api/auth/claim-order',
      { body: { do: 'show', token: claimToken(ownCheckout.id, ownCheckout.email) } },
      { body: { do: 'show_merge', token: linkToken('merge-orders', randomUUID()) } },
      { ...ofBuyer, body: { do: 'merge', token: linkToken('merge-orders', randomUUID()) } },
      { ...ofBuyer, body: { do: 'add', token: claimToken(ownCheckout.id, ownCheckout.email) } },
      {
        body: {
          do: 'create',
          token: claimToken(ownCheckout.id, ownCheckout.email),
          username: 'Guest',
          password: 'correct horse',
        },
      },
    ),
    'auth-confirm-email': posting('/api/auth/confirm-email', {
      body: { token: linkToken('confirm-email', randomUUID()) },
    }),
    'auth-forgot-password': posting('/api/auth/forgot-password', {
      body: { email: account.email },
    }),
    'auth-guest': {
      method: 'POST',
      rights: [{ address: '/api/auth/guest', body: {} }],
      answers: 'json',
      writes: true,
    },
    'auth-login': {
      ...posting('/api/auth/login', {
        body: { username: account.username, password: account.password },
      }),
      slow: true,
    },
    'auth-login-code': posting('/api/auth/login-code', { body: { email: account.email } }),
    'auth-login-code-verify': posting('/api/auth/login-code/verify', {
      body: { request: randomUUID(), code: '123456' },
    }),
    'auth-logout': {
      ...posting('/api/auth/logout'),
      rights: [{ address: '/api/auth/logout', token: leaver.token, body: {} }],
    },
    'auth-refresh': posting('/api/auth/refresh'),
    'auth-register': posting(
      '/api/auth/register',
      { body: account },
      { body: { username: 'Ada', email: 'ada@example.com', password: 'correct horse' } },
    ),
    'auth-staff-invitation': posting(
      '/api/auth/staff-invitation',
      { body: { do: 'show', token: linkToken('staff-invitation', randomUUID()) } },
      { ...ofBuyer, body: { do: 'accept', token: linkToken('staff-invitation', randomUUID()) } },
      {
        body: {
          do: 'create',
          token: linkToken('staff-invitation', randomUUID()),
          username: 'Eve',
          password: 'correct horse',
        },
      },
    ),
    'auth-reset-password': posting('/api/auth/reset-password', {
      body: { token: 'a'.repeat(56), password: 'correct horse' },
    }),
    'staff-confirm-login': {
      ...ofManager('/api/staff/confirm-login', { password: 'correct horse' }),
      slow: true,
    },
    'staff-second-factor-begin': {
      ...ofManager('/api/staff/second-factor/begin', {}),
      slow: true,
    },
    'staff-second-factor-confirm': {
      ...ofManager('/api/staff/second-factor/confirm', { factor: randomUUID(), code: '123456' }),
      slow: true,
    },
    'staff-second-factor-give': {
      ...ofManager('/api/staff/second-factor/give', { code: '123456' }),
      slow: true,
    },
    'staff-second-factor-remove': {
      ...ofManager('/api/staff/second-factor/remove', { code: '123456' }),
      slow: true,
    },
    'staff-me': readingAs(manager, '/api/staff/me'),
  };
}
