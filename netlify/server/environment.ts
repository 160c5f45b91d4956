import { isLoopback } from '#domain/basics/loopback.ts';
import { isWebAddress, plainAddress } from '#domain/basics/plain-address.ts';
import { settingForms } from './setting-forms.ts';
import { stripeKeyFault } from '#domain/browsing/stripe-mode.ts';
import { log } from './log.ts';

/** In some contexts Netlify's own `URL` is not a URL; treat it as missing. */
function addressOrNone(value: string | undefined): string | undefined {
  return value && isWebAddress(value) ? plainAddress(value) : undefined;
}

/** A variable's trimmed value: a pasted one often includes a line break. */
function given(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

/** The deploy that answers: its id and its context, e.g. `deploy-preview`; undefined outside Netlify. Known during a request only. */
export function deploy(): { id?: string; context?: string } | undefined {
  return 'Netlify' in globalThis ? globalThis.Netlify.context?.deploy : undefined;
}

/** Without zod, because every cold start reads it and loading zod takes longer than many an answer. */
function readEnvironment() {
  const missing: string[] = [];
  const ignored: string[] = [];
  /** Treats a malformed value as unset: a typo in an optional variable must not stop the shop. */
  function optional(name: string, fits: (value: string) => boolean = () => true) {
    const value = given(name);
    if (value === undefined || fits(value)) return value;
    ignored.push(name);
    return undefined;
  }
  function formed(name: keyof typeof settingForms): string | undefined {
    return optional(name, (value) => settingForms[name].test(value));
  }
  function required(name: string, fits: (value: string) => boolean = () => true): string {
    const value = given(name);
    if (value !== undefined && fits(value)) return value;
    missing.push(name);
    return '';
  }
  function optionalAddress(name: string): string | undefined {
    const value = optional(name, isWebAddress);
    return value && plainAddress(value);
  }
  const read = {
    /** URL of the Supabase project. */
    SUPABASE_URL: plainAddress(required('SUPABASE_URL', isWebAddress)),
    SUPABASE_SECRET_KEY: required('SUPABASE_SECRET_KEY'),
    /** Signs mailed links and login codes, and keys the hashes of callers. */
    SIGNING_SECRET: required('SIGNING_SECRET', (value) => settingForms.SIGNING_SECRET.test(value)),
    /** The one before: links that it signed still work. */
    PREVIOUS_SIGNING_SECRET: formed('PREVIOUS_SIGNING_SECRET'),
    /** Only for projects that sign tokens with a shared secret; otherwise the published keys are fetched. */
    SUPABASE_JWT_SECRET: formed('SUPABASE_JWT_SECRET'),
    STRIPE_SECRET_KEY: required('STRIPE_SECRET_KEY'),
    /** Without it the webhook refuses to work; the return page and the sweep still complete orders. */
    STRIPE_WEBHOOK_SECRET: optional('STRIPE_WEBHOOK_SECRET'),
    STRIPE_API_BASE: optionalAddress('STRIPE_API_BASE'),
    /** URL that starts a build of the site; without it, changes wait for the next deploy. */
    NETLIFY_BUILD_HOOK: optionalAddress('NETLIFY_BUILD_HOOK'),
    /** Minimum minutes between builds for stock changes alone. */
    BUILD_SPACING_MINUTES: formed('BUILD_SPACING_MINUTES'),
    /** Set by Netlify: the site whose CDN cache to purge. */
    SITE_ID: optional('SITE_ID'),
    NETLIFY_API_BASE: optionalAddress('NETLIFY_API_BASE'),
    /** Without it e-mails stay queued. */
    RESEND_API_KEY: optional('RESEND_API_KEY'),
    /** Without it, bounces and complaints go unnoticed. */
    RESEND_WEBHOOK_SECRET: optional('RESEND_WEBHOOK_SECRET'),
    RESEND_API_BASE: optionalAddress('RESEND_API_BASE'),
    ROYAL_MAIL_API_KEY: optional('ROYAL_MAIL_API_KEY'),
    ROYAL_MAIL_API_BASE: optionalAddress('ROYAL_MAIL_API_BASE'),
    SHIPPO_API_KEY: optional('SHIPPO_API_KEY'),
    SHIPPO_WEBHOOK_TOKEN: optional('SHIPPO_WEBHOOK_TOKEN'),
    SHIPPO_API_BASE: optionalAddress('SHIPPO_API_BASE'),
    /** The stand-in of the beacon of draws, on a developer's machine only. */
    DRAND_API_BASE: optional('DRAND_API_BASE', isLoopback),
    /** E.g. `Shop <orders@shop.example>`. */
    MAIL_FROM: formed('MAIL_FROM'),
    /** The shop's public URL; defaults to Netlify's `URL`. */
    SITE_URL: optionalAddress('SITE_URL'),
    URL: addressOrNone(process.env['URL']),
    /** Set by Netlify: deploys of the site are at `<deploy>--<name>.netlify.app`. */
    SITE_NAME: optional('SITE_NAME'),
  };
  if (missing.length > 0) {
    throw new Error(`Environment variables missing or malformed: ${missing.join(', ')}`);
  }
  const fault = stripeKeyFault({ ...read, LAUNCH_LOCK: given('LAUNCH_LOCK') }, deploy()?.context);
  if (fault !== null) throw new Error(fault);
  if (ignored.length > 0) {
    log.error('SETTINGS IGNORED: malformed, so as if not set', { settings: ignored });
  }
  return read;
}

export type Environment = ReturnType<typeof readEnvironment>;

let known: Environment | undefined;

/**
 * The environment variables of the functions, read once. Optional ones that are malformed are logged and ignored.
 * @throws Error naming the required variables that are missing or malformed, or of the wrong mode (`stripeKeyFault`),
 *   never their values.
 */
export function environment(): Environment {
  known ??= readEnvironment();
  return known;
}
