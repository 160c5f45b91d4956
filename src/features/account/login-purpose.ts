/** Inlined in the login page, so that nothing moves when React arrives. */
import { loginTarget } from './login-target.ts';

const purposes = { billing: 'billing', stripesuccess: 'payment' };
const page = /^\/(billing|stripesuccess)\/?(?:[?#]|$)/.exec(loginTarget())?.[1];
if (page === 'billing' || page === 'stripesuccess') {
  document.documentElement.dataset.loginFor = purposes[page];
}
