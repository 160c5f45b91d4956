import { claimToken, linkToken } from '#server/mail/link-token.ts';
import { call } from '../call.ts';
import { CodeRequest, codeIn } from '../login-code-mail.ts';
import { mailTo } from '../mail-to.ts';
import { resetTokenIn } from '../reset-link.ts';
import { newGuest, newShopper } from '../shopper.ts';
import { hire, newStaff } from '../staff.ts';
import { type Acts, type ActScenes, newAccount, password } from './act-scenes.ts';

/** Logins and accounts, for shoppers and staff. */
export function loginActs({
  origin,
  backend,
  database,
  mailbox,
  post,
  registered,
  newLogin,
  shop,
}: ActScenes): Acts {
  return {
    'account-close': async () => {
      const { token } = await newLogin();
      return () => call(`${origin}/api/account/close/`, { json: { password }, token });
    },
    'account-email': async () => {
      const { post: send } = await newShopper(backend);
      return () => send('/api/account/email', {});
    },
    'auth-claim-order': async () => {
      const guest = await newGuest(backend);
      const { username, email } = newAccount();
      await guest.saveBilling(undefined, email);
      const { checkout_id } = await shop.open(guest.id, [
        { sku: await shop.newSku(5), quantity: 1 },
      ]);
      await shop.complete(checkout_id);
      const token = claimToken(checkout_id, email);
      return () => post('/api/auth/claim-order/', { do: 'create', token, username, password });
    },
    'auth-confirm-email': async () => {
      const { id, post: send } = await newShopper(backend, { billing: false });
      const [mail] = await database.sql<[{ id: string }]>`
        insert into mail_outbox (kind, user_id, status) values ('confirm_email', ${id}, 'parked')
        returning id`;
      return () => send('/api/auth/confirm-email', { token: linkToken('confirm-email', mail.id) });
    },
    'auth-forgot-password': async () => {
      const { email } = await registered();
      return () => post('/api/auth/forgot-password/', { email });
    },
    'auth-guest': async () => () => post('/api/auth/guest/', {}),
    'auth-login': async () => {
      const { username } = await registered();
      return () => post('/api/auth/login/', { username, password });
    },
    'auth-login-code': async () => {
      const { email } = await registered();
      return () => post('/api/auth/login-code/', { email });
    },
    'auth-login-code-verify': async () => {
      const { email } = await registered();
      mailbox.reset();
      const { body } = await post('/api/auth/login-code/', { email });
      const asked = { ...CodeRequest.parse(body), code: codeIn(await mailTo(backend, email)) };
      return () => post('/api/auth/login-code/verify/', asked);
    },
    'auth-logout': async () => {
      const login = await newLogin();
      return () => call(`${origin}/api/auth/logout/`, { json: {}, ...login });
    },
    'auth-refresh': async () => {
      const login = await newLogin();
      return () => call(`${origin}/api/auth/refresh/`, { json: {}, ...login });
    },
    'auth-register': async () => () => post('/api/auth/register/', newAccount()),
    'auth-staff-invitation': async () => {
      const { email, username } = newAccount();
      const { id } = await newStaff(backend, 'manager');
      const [{ invitation }] = await database.sql<[{ invitation: string }]>`
        insert into staff_invitations (id, email, role, staff_id)
        select gen_random_uuid(), ${email}, 'packer', id from staff where user_id = ${id}
        returning id as invitation`;
      const token = linkToken('staff-invitation', invitation);
      return () => post('/api/auth/staff-invitation', { do: 'create', token, username, password });
    },
    'auth-reset-password': async () => {
      const { email } = await registered();
      mailbox.reset();
      await post('/api/auth/forgot-password/', { email });
      const mail = await mailTo(backend, email);
      const token = resetTokenIn(mail);
      return () => post('/api/auth/reset-password/', { token, password: 'a stapler this time' });
    },
    'staff-confirm-login': async () => {
      const login = await newLogin();
      const [{ id }] = await database.sql<[{ id: string }]>`
        select user_id as id from auth.sessions order by created_at desc limit 1`;
      await hire(database, id, 'manager');
      return () => call(`${origin}/api/staff/confirm-login`, { json: { password }, ...login });
    },
    'staff-me': async () => {
      const { token } = await newStaff(backend, 'packer');
      return () => call(`${origin}/api/staff/me`, { token });
    },
  };
}
