import { isKnownLock, isLocked } from '#domain/browsing/launch-lock.ts';
import { isLoopback } from '#domain/basics/loopback.ts';
import { isWebAddress } from '#domain/basics/plain-address.ts';
import { stripeKeyFault } from '#domain/browsing/stripe-mode.ts';
import { settingForms } from '#server/setting-forms.ts';
import { failure, fine, type Finding, warning } from './finding.ts';
import { addressOf, siteAddress, valueOf, type Variables } from './variables.ts';
import { company } from '#brand/company.ts';

const required = [
  'SUPABASE_URL',
  'SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_SECRET_KEY',
  'SIGNING_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
];

/** A JSON Web Token: the format of Supabase's legacy keys. */
const token = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** Format of each key, and where to find it. */
const forms: Record<string, { form: RegExp; hint: string }> = {
  SIGNING_SECRET: {
    form: settingForms.SIGNING_SECRET,
    hint: 'at least 32 random characters, such as the output of `openssl rand -base64 32`',
  },
  PREVIOUS_SIGNING_SECRET: {
    form: settingForms.PREVIOUS_SIGNING_SECRET,
    hint: 'the earlier SIGNING_SECRET, of at least 32 characters; it is ignored',
  },
  SUPABASE_PUBLISHABLE_KEY: {
    form: /^sb_publishable_/,
    hint: 'sb_publishable_…, at Supabase under Project Settings → API Keys',
  },
  SUPABASE_SECRET_KEY: {
    form: /^sb_secret_/,
    hint: 'sb_secret_…, at Supabase under Project Settings → API Keys',
  },
  STRIPE_SECRET_KEY: {
    form: /^(sk|rk)_(test|live)_/,
    hint: 'sk_… or rk_…, at Stripe under Developers → API keys',
  },
  STRIPE_WEBHOOK_SECRET: {
    form: /^whsec_/,
    hint: 'whsec_…, at Stripe under Workbench → Webhooks → your destination',
  },
  RESEND_API_KEY: { form: /^re_/, hint: 're_…, at Resend under API Keys' },
  RESEND_WEBHOOK_SECRET: {
    form: /^whsec_/,
    hint: 'whsec_…, at Resend under Webhooks → your endpoint',
  },
  SHIPPO_API_KEY: {
    form: /^shippo_(test|live)_/,
    hint: 'shippo_live_…, at Shippo under Settings → API',
  },
  SHIPPO_WEBHOOK_TOKEN: {
    form: /^[\w-]{20,100}$/,
    hint: '20 to 100 letters, digits, hyphens and underscores, since it is part of a URL',
  },
  NETLIFY_BUILD_HOOK: {
    form: /^https:\/\/api\.netlify\.com\/build_hooks\/[0-9a-f]+(\?.*)?$/,
    hint: 'https://api.netlify.com/build_hooks/…, at Netlify under Build & deploy → Build hooks',
  },
  MAIL_FROM: {
    form: settingForms.MAIL_FROM,
    hint: `an address such as ${company.brand} <orders@your-domain>`,
  },
  BUILD_SPACING_MINUTES: {
    form: settingForms.BUILD_SPACING_MINUTES,
    hint: 'a plain number of minutes; until then, 60 is used',
  },
  SENTRY_DSN: {
    form: /^https:\/\/\w+@[\w.-]+\/\d+$/,
    hint: 'https://…@….ingest.sentry.io/…, at Sentry under Settings → Client Keys (DSN); without it no error is sent',
  },
  SUPABASE_JWT_SECRET: {
    form: settingForms.SUPABASE_JWT_SECRET,
    hint: 'at least 32 characters; it is ignored',
  },
};

/** Settings that make sense only on a developer's machine. */
const standIns: Record<string, string> = {
  STRIPE_API_BASE: 'payments go to a sandbox instead of Stripe',
  RESEND_API_BASE: 'e-mails go to a mailbox instead of Resend',
  ROYAL_MAIL_API_BASE: 'labels come from a sandbox instead of Royal Mail',
  SHIPPO_API_BASE: 'labels come from a sandbox instead of Shippo',
  DRAND_API_BASE: 'draws take their seed from a practice beacon',
  NETLIFY_API_BASE: 'the CDN’s cache is never purged',
};

function checkAddress(variables: Variables, name: string): Finding[] {
  const value = valueOf(variables, name);
  if (value === undefined) return [];
  if (!isWebAddress(value)) {
    return [failure(`${name} is not a URL. Set it to one like https://name.example.`)];
  }
  const { protocol, pathname, search, hash, origin } = new URL(value);
  if (isLoopback(value)) {
    return [warning(`${name} is on this machine. A hosted shop needs the public URL.`)];
  }
  const findings: Finding[] = [];
  if (protocol !== 'https:') findings.push(failure(`${name} must begin with https://.`));
  if (pathname.replaceAll('/', '') !== '' || search !== '' || hash !== '') {
    findings.push(failure(`${name} must end after the host: set it to ${origin}.`));
  } else if (value !== origin) {
    findings.push(warning(`${name} should be ${origin}, without a trailing slash.`));
  }
  return findings;
}

function checkForms(variables: Variables): Finding[] {
  return Object.entries(forms).flatMap(([name, { form, hint }]) => {
    const value = valueOf(variables, name);
    if (value === undefined || form.test(value)) return [];
    if (name.startsWith('SUPABASE_') && token.test(value)) {
      return warning(`${name} is a legacy Supabase key. Replace it with ${hint}.`);
    }
    return failure(`${name} has the wrong format. It must be ${hint}.`);
  });
}

function checkMode(variables: Variables): Finding[] {
  const key = valueOf(variables, 'STRIPE_SECRET_KEY');
  const site = siteAddress(variables);
  if (!key || !site || isLoopback(site) || !/^(sk|rk)_test_/.test(key)) return [];
  if (stripeKeyFault(variables, 'production') !== null) {
    return [
      failure(
        'STRIPE_SECRET_KEY is a test mode key, which the functions of an open shop refuse. Set the live key and the signing secret of a live webhook, or LAUNCH_LOCK to on.',
      ),
    ];
  }
  return [
    warning(
      'STRIPE_SECRET_KEY is a test mode key: no real card is charged. Before the shop opens, set the live key and the signing secret of a live webhook.',
    ),
  ];
}

function checkHosted(variables: Variables): Finding[] {
  const supabase = addressOf(variables, 'SUPABASE_URL');
  if (!supabase || isLoopback(supabase)) return [];
  const findings = Object.entries(standIns).flatMap(([name, effect]) =>
    valueOf(variables, name) ? failure(`${name} is set, so ${effect}. Remove it.`) : [],
  );
  if (valueOf(variables, 'SUPABASE_JWT_SECRET')) {
    findings.push(
      warning(
        'SUPABASE_JWT_SECRET is set, so only logins signed with that shared secret are accepted. Remove it unless the project still signs with one.',
      ),
    );
  }
  if (!/^https:\/\/[a-z0-9]{20}\.supabase\.co$/.test(new URL(supabase).origin)) {
    findings.push(
      warning(
        `SUPABASE_URL (${supabase}) is not of the form https://….supabase.co. That is right only for an active custom domain, which then issues all logins.`,
      ),
    );
  }
  return findings;
}

function checkLock(variables: Variables): Finding[] {
  const setting = valueOf(variables, 'LAUNCH_LOCK');
  if (!isKnownLock(setting)) {
    return [
      failure('LAUNCH_LOCK is neither on nor off, so the shop is locked. Set it to one of them.'),
    ];
  }
  if (!isLocked(setting)) return [];
  return [
    warning(
      'LAUNCH_LOCK is on: visitors are asked for a password until you set it to off and deploy.',
    ),
  ];
}

function checkOptional(variables: Variables): Finding[] {
  const findings: Finding[] = [];
  if (!valueOf(variables, 'SITE_URL') && !valueOf(variables, 'URL')) {
    findings.push(
      warning(
        'SITE_URL is not set. Netlify falls back to its own URL; here, links cannot be checked.',
      ),
    );
  }
  if (!valueOf(variables, 'NETLIFY_BUILD_HOOK')) {
    findings.push(
      warning('NETLIFY_BUILD_HOOK is not set: changes to the catalogue wait for the next deploy.'),
    );
  }
  if (!valueOf(variables, 'RESEND_API_KEY')) {
    findings.push(failure('RESEND_API_KEY is not set: no e-mail is sent. Create a key at Resend.'));
  } else if (!valueOf(variables, 'MAIL_FROM')) {
    findings.push(failure(`MAIL_FROM is not set. It must be ${forms['MAIL_FROM']?.hint}.`));
  }
  if (valueOf(variables, 'RESEND_API_KEY') && !valueOf(variables, 'RESEND_WEBHOOK_SECRET')) {
    findings.push(
      warning(
        'RESEND_WEBHOOK_SECRET is not set: addresses that bounce or complain stay on the list.',
      ),
    );
  }
  return findings;
}

/** Checks the settings themselves, without any request. */
export function checkVariables(variables: Variables): Finding[] {
  const findings = [
    ...required
      .filter((name) => !valueOf(variables, name))
      .map((name) =>
        failure(`${name} is not set.${forms[name] ? ` It is ${forms[name].hint}.` : ''}`),
      ),
    ...checkAddress(variables, 'SUPABASE_URL'),
    ...checkAddress(variables, 'SITE_URL'),
    ...checkForms(variables),
    ...checkMode(variables),
    ...checkHosted(variables),
    ...checkLock(variables),
    ...checkOptional(variables),
  ];
  return findings.length > 0 ? findings : [fine('The settings are complete and well-formed.')];
}
