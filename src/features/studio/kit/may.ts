import { createContext, useContext } from 'react';
import type { StaffAct } from '#domain/enums.ts';

/** Acts granted to the person logged in. The studio offers only these; the database checks each call itself. */
export const Acts = createContext<readonly StaffAct[]>([]);

/** Returns a check whether an act is granted. */
export function useMay(): (act: StaffAct) => boolean {
  const acts = useContext(Acts);
  return (act) => acts.includes(act);
}
