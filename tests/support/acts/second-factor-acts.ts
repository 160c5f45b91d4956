import { NewFactor } from '#domain/contracts/staff-second-factor.ts';
import { codeOf, passTime } from '../authenticator-app.ts';
import { call } from '../call.ts';
import { LoggedIn } from '../shopper.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** Studio calls for one's own authenticator app. */
export function secondFactorActs({ origin, backend, database }: ActScenes): Acts {
  /** A manager with an authenticator app that is begun, or confirmed, and its key. */
  async function withApp(isConfirmed: boolean) {
    const { id, post: send } = await newStaff(backend, 'manager');
    const begun = await send('/api/staff/second-factor/begin', {});
    const { factor, secret } = NewFactor.parse(begun.body);
    if (!isConfirmed) return { send, factor, code: codeOf(secret) };
    const own = { factor, code: codeOf(secret) };
    const { body } = await send('/api/staff/second-factor/confirm', own);
    await passTime(database, id);
    const { access: token } = LoggedIn.parse(body).token;
    const again = (path: string, json: object) => call(origin + path, { json, token });
    return { send: again, factor, code: codeOf(secret) };
  }

  return {
    'staff-second-factor-begin': async () => {
      const { post: send } = await newStaff(backend, 'manager');
      return () => send('/api/staff/second-factor/begin', {});
    },
    'staff-second-factor-confirm': async () => {
      const { send, factor, code } = await withApp(false);
      return () => send('/api/staff/second-factor/confirm', { factor, code });
    },
    'staff-second-factor-give': async () => {
      const { send, code } = await withApp(true);
      return () => send('/api/staff/second-factor/give', { code });
    },
    'staff-second-factor-remove': async () => {
      const { send, code } = await withApp(true);
      return () => send('/api/staff/second-factor/remove', { code });
    },
  };
}
