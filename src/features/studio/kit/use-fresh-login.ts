import { createContext, use } from 'react';

/**
 * Performs an action that moves money or changes login security. If the login is too old or lacks its second factor,
 * asks for the password and tries again.
 * @throws the error of the action; its refusal if the password is not given.
 */
export type WithFreshLogin = <Answer>(act: () => Promise<Answer>) => Promise<Answer>;

export const FreshLoginContext = createContext<WithFreshLogin>((act) => act());

export function useFreshLogin(): WithFreshLogin {
  return use(FreshLoginContext);
}
