import { safeReturnPath } from '#domain/browsing/return-path.ts';
import { rememberedReturn, takeReturn } from '#stores/return-target.ts';

function isLogin(path: string): boolean {
  return /^\/login\/?([?#]|$)/.test(path);
}

function ownReferrer(): string | null {
  if (!URL.canParse(document.referrer)) return null;
  const { origin, pathname, search } = new URL(document.referrer);
  return origin === location.origin ? pathname + search : null;
}

function targetOf(remembered: string | null): string {
  const next = new URLSearchParams(location.search).get('next');
  const path = safeReturnPath(next ?? remembered ?? ownReferrer());
  return isLogin(path) ? '/' : path;
}

/**
 * The page to open after login (spec, section 4: the page the shopper came from, else `/`): `?next=`,
 * else the remembered target, else the referrer.
 */
export function takeLoginTarget(): string {
  return targetOf(takeReturn());
}

/** The page to show after a login, without forgetting it. */
export function loginTarget(): string {
  return targetOf(rememberedReturn());
}
