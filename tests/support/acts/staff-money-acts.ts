import { call } from '../call.ts';
import { newStaff } from '../staff.ts';
import type { Acts, ActScenes } from './act-scenes.ts';

/** Studio calls about the shop as a whole. */
export function staffMoneyActs({ origin, backend }: ActScenes): Acts {
  return {
    'staff-health': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/health`, { token });
    },
    'staff-complaints': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/complaints`, { token });
    },
    'staff-figures': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/figures?period=week`, { token });
    },
    'staff-taxes': async () => {
      const { token } = await newStaff(backend, 'manager');
      return () => call(`${origin}/api/staff/taxes`, { token });
    },
  };
}
