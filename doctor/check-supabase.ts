import { z } from 'zod';
import { migrations } from '#local/migrations.ts';
import { type PhotoBucket, photoBuckets } from '#server/returns/photo-storage.ts';
import { ask, type Answer, jsonOf, NoAnswer } from './ask.ts';
import { failure, fine, type Finding, warning } from './finding.ts';
import { addressOf, valueOf, type Variables } from './variables.ts';

interface Project {
  address: string;
  publishableKey: string;
  secretKey: string;
  /** Whether tokens are signed with a shared secret, so that no keys are published. */
  sharedSecret: boolean;
}

const AuthSettings = z.object({
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  external: z.object({ email: z.boolean(), anonymous_users: z.boolean().default(false) }),
});
const Keys = z.object({ keys: z.array(z.unknown()) });
const Issuer = z.object({ issuer: z.url() });
const Bucket = z.object({ public: z.boolean() });
const Refusal = z.object({ statusCode: z.coerce.string() });
const StaffAtWork = z.array(
  z.object({ moves_money: z.boolean(), email: z.string(), has_second_factor: z.boolean() }),
);
const Versions = z.array(z.string());

/** Whether the key was refused, which checkSecretKey and checkPublishableKey report. */
function isRefused({ status }: Answer): boolean {
  return status === 401 || status === 403;
}

function get(project: Project, key: string, where: string): Promise<Answer> {
  return ask(`${project.address}${where}`, { headers: { apikey: key } });
}

async function checkSecretKey(project: Project): Promise<Finding[]> {
  const { status } = await get(project, project.secretKey, '/rest/v1/orders?select=id&limit=1');
  if (status === 200) return [fine('SUPABASE_SECRET_KEY can read the orders.')];
  if (status === 404) {
    return [failure('The database has no orders table. Run the migrations: npx supabase db push.')];
  }
  return [
    failure(
      `SUPABASE_SECRET_KEY may not read the orders (${status}). Take the secret key of the same project as SUPABASE_URL.`,
    ),
  ];
}

async function checkPublishableKey(project: Project): Promise<Finding[]> {
  const { publishableKey: key } = project;
  const catalogue = await get(project, key, '/rest/v1/categories?select=id&limit=1');
  if (catalogue.status !== 200) {
    return [
      failure(
        `SUPABASE_PUBLISHABLE_KEY may not read the catalogue (${catalogue.status}), so no page can be built. Take the publishable key of the same project as SUPABASE_URL, and leave the Data API on.`,
      ),
    ];
  }
  const orders = await get(project, key, '/rest/v1/orders?select=id&limit=1');
  const rows = jsonOf(orders);
  if (orders.status === 200 && Array.isArray(rows) && rows.length > 0) {
    return [
      failure(
        'SUPABASE_PUBLISHABLE_KEY can read orders, so anyone can. Is it a secret key? If not, switch Row Level Security on for the table.',
      ),
    ];
  }
  return [fine('SUPABASE_PUBLISHABLE_KEY can read the catalogue but not the orders.')];
}

async function checkMigrations(project: Project): Promise<Finding[]> {
  const answer = await ask(`${project.address}/rest/v1/rpc/applied_migrations`, {
    method: 'POST',
    headers: { apikey: project.secretKey, 'content-type': 'application/json' },
    body: '{}',
  });
  const { data: applied } = Versions.safeParse(jsonOf(answer));
  const push = 'Run npx supabase db push.';
  if (answer.status === 404) return [failure(`The database lacks the latest migrations. ${push}`)];
  if (!applied && isRefused(answer)) return [];
  if (!applied) return [warning(`The applied migrations cannot be read (${answer.status}).`)];
  const known = migrations().map(({ version }) => version);
  const missing = known.filter((version) => !applied.includes(version));
  const strange = applied.filter((version) => !known.includes(version));
  if (missing.length > 0) {
    return [failure(`The database lacks the migrations ${missing.join(', ')}. ${push}`)];
  }
  if (strange.length > 0) {
    return [
      failure(
        `The database has migrations that this version of the shop does not know (${strange.join(', ')}). Deploy the version that has them.`,
      ),
    ];
  }
  return [fine(`All ${known.length} migrations are applied.`)];
}

async function checkTokens(project: Project): Promise<Finding[]> {
  const published = await get(project, project.publishableKey, '/auth/v1/.well-known/jwks.json');
  const { data } = Keys.safeParse(jsonOf(published));
  if (!data && isRefused(published)) return [];
  if (!data) {
    return [
      failure(`Supabase Auth does not publish its keys (${published.status}), so no login works.`),
    ];
  }
  if (data.keys.length === 0 && !project.sharedSecret) {
    return [
      failure(
        'Supabase Auth publishes no key, so no login works. Change the project to asymmetric signing keys (Project Settings → JWT Keys).',
      ),
    ];
  }
  const described = await get(
    project,
    project.publishableKey,
    '/auth/v1/.well-known/openid-configuration',
  );
  const { data: known } = Issuer.safeParse(jsonOf(described));
  const expected = `${project.address}/auth/v1`;
  // Some versions of Auth have no discovery document.
  if (known && known.issuer !== expected) {
    return [
      failure(
        `Supabase Auth issues logins as ${known.issuer}, but the shop expects ${expected}. Set SUPABASE_URL to ${known.issuer.replace(/\/auth\/v1$/, '')}.`,
      ),
    ];
  }
  return [fine('Logins can be verified.')];
}

async function checkAuthSettings(project: Project): Promise<Finding[]> {
  const answer = await get(project, project.publishableKey, '/auth/v1/settings');
  const { data: settings } = AuthSettings.safeParse(jsonOf(answer));
  if (!settings && isRefused(answer)) return [];
  if (!settings) return [failure(`Supabase Auth does not return its settings (${answer.status}).`)];
  const where = 'At Supabase: Authentication → Sign In / Providers';
  const findings: Finding[] = [];
  if (settings.disable_signup) {
    findings.push(failure(`Nobody can sign up. ${where}: allow new users to sign up.`));
  }
  if (!settings.external.email) {
    findings.push(failure(`Signing up by e-mail is off. ${where} → Email: switch it on.`));
  }
  if (!settings.mailer_autoconfirm) {
    findings.push(
      failure(
        `New shoppers cannot log in before they confirm their address at Supabase. ${where} → Email: switch “Confirm email” off; the shop confirms addresses itself.`,
      ),
    );
  }
  if (!settings.external.anonymous_users) {
    findings.push(failure(`Nobody can check out as a guest. ${where}: allow anonymous sign-ins.`));
  }
  return findings.length > 0
    ? findings
    : [
        fine(
          `Supabase Auth is configured as the shop needs it. It does not show whether “Require current password when updating”, “Secure password change” and “Secure email change” are on (${where} → Email): check by hand.`,
        ),
      ];
}

/** Checks the authenticator apps of people who move money. Auth does not expose whether the project allows them. */
async function checkSecondFactors(project: Project): Promise<Finding[]> {
  const answer = await ask(`${project.address}/rest/v1/rpc/staff_at_work`, {
    method: 'POST',
    headers: { apikey: project.secretKey, 'content-type': 'application/json' },
    body: '{}',
  });
  // checkMigrations reports a missing function.
  const people = (StaffAtWork.safeParse(jsonOf(answer)).data ?? []).filter(
    ({ moves_money }) => moves_money,
  );
  if (people.length === 0) return [];
  const without = people.filter(({ has_second_factor }) => !has_second_factor);
  if (without.length === 0) return [fine('Everybody who moves money has an authenticator app.')];
  const names = without.map(({ email }) => email).join(', ');
  return [
    warning(
      `These people can issue refunds without two-factor login: ${names}. They add an authenticator app in /studio by clicking their name; TOTP must be enabled at Supabase (Authentication → Multi-Factor).`,
    ),
  ];
}

/** Checks a bucket; no finding if Storage refuses the key. */
async function aboutBucket(
  project: Project,
  name: string,
  missing: Finding,
  found: (bucket: z.infer<typeof Bucket>) => Finding,
): Promise<Finding[]> {
  const answer = await get(project, project.secretKey, `/storage/v1/bucket/${name}`);
  const { data: bucket } = Bucket.safeParse(jsonOf(answer));
  if (bucket) return [found(bucket)];
  if (isRefused(answer)) return [];
  // Some versions of Storage report 404 in the body of a 400.
  const { data: refusal } = Refusal.safeParse(jsonOf(answer));
  if (answer.status === 404 || refusal?.statusCode === '404') return [missing];
  return [warning(`It is unknown whether the bucket “${name}” exists (${answer.status}).`)];
}

function checkBucket(project: Project): Promise<Finding[]> {
  return aboutBucket(
    project,
    'catalogue',
    warning(
      'There is no bucket “catalogue” for imported pictures yet; the first import creates it.',
    ),
    ({ public: isPublic }) =>
      isPublic
        ? fine('The bucket for pictures is public.')
        : failure(
            'The bucket “catalogue” is private, so imported pictures are not shown. At Supabase: Storage → catalogue → make it public.',
          ),
  );
}

/** Checks that a bucket of shoppers' photos exists and is private. */
function checkPhotoBucket(project: Project, bucket: PhotoBucket): Promise<Finding[]> {
  return aboutBucket(
    project,
    bucket,
    failure(
      `There is no bucket “${bucket}”, so shoppers cannot add photos. At Supabase: Storage → new bucket, private.`,
    ),
    ({ public: isPublic }) =>
      isPublic
        ? failure(
            `The bucket “${bucket}” is public: anyone with a photo’s URL can see it. At Supabase: Storage → ${bucket} → make it private.`,
          )
        : fine(`The bucket “${bucket}” is private.`),
  );
}

/** Checks the Supabase project behind SUPABASE_URL with both of its keys; it changes nothing there. */
export async function checkSupabase(variables: Variables): Promise<Finding[]> {
  const address = addressOf(variables, 'SUPABASE_URL');
  const publishableKey = valueOf(variables, 'SUPABASE_PUBLISHABLE_KEY');
  const secretKey = valueOf(variables, 'SUPABASE_SECRET_KEY');
  // checkVariables reports missing settings.
  if (!address || !publishableKey || !secretKey) return [];
  const project: Project = {
    address,
    publishableKey,
    secretKey,
    sharedSecret: valueOf(variables, 'SUPABASE_JWT_SECRET') !== undefined,
  };
  try {
    const checks = [
      checkSecretKey,
      checkPublishableKey,
      checkMigrations,
      checkTokens,
      checkAuthSettings,
      checkBucket,
      ...photoBuckets.map((bucket) => (one: Project) => checkPhotoBucket(one, bucket)),
      checkSecondFactors,
    ];
    return (await Promise.all(checks.map((check) => check(project)))).flat();
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return [
      failure(
        `${error.message}. Is SUPABASE_URL right, the project running and this machine online?`,
      ),
    ];
  }
}
