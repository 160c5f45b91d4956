import { createContext, use } from 'react';

/**
 * Does something that moves money or guards the login. When the login is too old for it, or lacks its second factor, the password is
 * asked for, and it is done once more.
 * @throws whatever it throws; its own refusal when the password is not given.
 */
export type WithFreshLogin = <Answer>(act: () => Promise<Answer>) => Promise<Answer>;

export const FreshLoginContext = createContext<WithFreshLogin>((act) => act());

export function useFreshLogin(): WithFreshLogin {
  return use(FreshLoginContext);
}
