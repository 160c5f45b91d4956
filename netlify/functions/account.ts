import type { Config } from '@netlify/functions';
import { area, get, post } from '#server/area.ts';

export const config: Config = {
  path: [
    '/api/account/*',
    '/api/auth/register',
    '/api/auth/guest',
    '/api/auth/claim-order',
    '/api/auth/login-code',
    '/api/auth/login-code/verify',
    '/api/auth/refresh',
    '/api/auth/logout',
    '/api/auth/forgot-password',
    '/api/auth/reset-password',
    '/api/auth/confirm-email',
    '/api/auth/staff-invitation',
    '/api/order-link',
    '/api/return-photos',
    '/api/withdraw',
    '/api/mailing-preview',
  ],
};

/** Login, account, orders and mailed links to them; the login call itself is in auth-login.ts. */
export default area(
  post('/api/auth/register', () => import('#handlers/account/register.ts')),
  post('/api/auth/guest', () => import('#handlers/account/guest.ts')),
  post('/api/auth/claim-order', () => import('#handlers/account/claim-order.ts')),
  post('/api/auth/login-code', () => import('#handlers/account/login-code.ts')),
  post('/api/auth/login-code/verify', () => import('#handlers/account/log-in-by-code.ts')),
  post('/api/auth/refresh', () => import('#handlers/account/refresh.ts')),
  post('/api/auth/logout', () => import('#handlers/account/logout.ts')),
  post('/api/auth/forgot-password', () => import('#handlers/account/forgot-password.ts')),
  post('/api/auth/reset-password', () => import('#handlers/account/reset-password.ts')),
  post('/api/auth/confirm-email', () => import('#handlers/account/confirm-email.ts')),
  post('/api/auth/staff-invitation', () => import('#handlers/account/staff-invitation.ts')),
  get('/api/account/email', () => import('#handlers/account/email.ts')),
  post('/api/account/email', () => import('#handlers/account/mail-confirmation.ts')),
  get('/api/account/orders', () => import('#handlers/account/orders.ts')),
  get('/api/account/order-note', () => import('#handlers/account/order-note.ts')),
  post('/api/account/order-note', () => import('#handlers/account/save-order-note.ts')),
  get('/api/account/reorder', () => import('#handlers/account/reorder.ts')),
  post('/api/account/cancel-order', () => import('#handlers/account/cancel-order.ts')),
  post('/api/account/return', () => import('#handlers/account/change-return.ts')),
  get('/api/account/export', () => import('#handlers/account/export.ts')),
  post('/api/account/close', () => import('#handlers/account/close.ts')),
  post('/api/order-link', () => import('#handlers/account/order-link.ts')),
  post('/api/return-photos', () => import('#handlers/account/return-photos.ts')),
  post('/api/withdraw', () => import('#handlers/account/withdraw.ts')),
  get('/api/mailing-preview', () => import('#handlers/account/mailing-preview.ts')),
);
