import { z } from 'zod';
import { ask, jsonOf, NoAnswer } from './ask.ts';
import { failure, fine, type Finding, warning } from './finding.ts';
import { addressOf, valueOf, type Variables } from './variables.ts';

/** https://resend.com/docs/api-reference/domains/list-domains */
const Domains = z.object({ data: z.array(z.object({ name: z.string(), status: z.string() })) });
const Refused = z.object({ name: z.string() });

/** Checks that Resend knows the key and has verified the sender's domain; it sends nothing. */
export async function checkMail(variables: Variables): Promise<Finding[]> {
  const key = valueOf(variables, 'RESEND_API_KEY');
  const [, domain] = /@([^<>@\s]+)>?$/.exec(valueOf(variables, 'MAIL_FROM') ?? '') ?? [];
  if (!key || !domain) return [];
  const base = addressOf(variables, 'RESEND_API_BASE') ?? 'https://api.resend.com';
  try {
    const answer = await ask(`${base}/domains`, { headers: { authorization: `Bearer ${key}` } });
    if (Refused.safeParse(jsonOf(answer)).data?.name === 'restricted_api_key') {
      return [
        warning(
          `RESEND_API_KEY may send e-mails but not list domains, so check this yourself: Resend → Domains must show ${domain} as verified.`,
        ),
      ];
    }
    const { data: domains } = Domains.safeParse(jsonOf(answer));
    if (!domains) {
      return [failure(`Resend rejects RESEND_API_KEY (${answer.status}). Create a new key there.`)];
    }
    const found = domains.data.find(({ name }) => name === domain);
    if (!found) {
      return [failure(`Resend does not know ${domain}, the domain of MAIL_FROM. Add it there.`)];
    }
    if (found.status !== 'verified') {
      return [
        failure(
          `Resend has not verified ${domain} (${found.status}). Enter the DNS records that it shows under Domains.`,
        ),
      ];
    }
    return [fine(`Resend sends for ${domain}.`)];
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return [failure(`${error.message}. Is this machine online?`)];
  }
}
