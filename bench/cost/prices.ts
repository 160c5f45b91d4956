/**
 * Prices and limits of the providers' plans, as last looked up. Reread them before you rely on them: they change several
 * times a year.
 */
export const prices = {
  readOn: '2026-11-25',
  netlify: {
    source: 'https://www.netlify.com/pricing/, as third parties quoted it on 10 October 2026',
    /** US dollars a month. */
    plans: [
      { name: 'Free', dollars: 0, credits: 300, more: null },
      // Auto recharge, which has to be switched on: without it the shop stops.
      { name: 'Personal', dollars: 9, credits: 1000, more: { dollars: 10, credits: 1500 } },
      { name: 'Pro', dollars: 20, credits: 3000, more: { dollars: 10, credits: 1500 } },
    ],
    creditsPer: { deploy: 15, gigabyte: 20, tenThousandRequests: 2, gigabyteHour: 10 },
  },
  supabase: {
    source: 'https://supabase.com/docs/guides/platform/org-based-billing, copy of unknown date',
    free: { megabytes: 500 },
    pro: { dollars: 25, gigabytes: 8, dollarsPerGigabyte: 0.125 },
  },
  resend: {
    source:
      'https://resend.com/docs/knowledge-base/account-quotas-and-limits; overage of its changelog',
    /** The lower of the two figures in its documentation. */
    callsPerSecond: 2,
    free: { perDay: 100, perMonth: 3000 },
    pro: { dollars: 20, perMonth: 50_000, dollarsPerThousandMore: 0.9 },
  },
  stripe: {
    source:
      'https://support.stripe.com/questions/pricing-updates-for-businesses-in-the-united-kingdom',
    /** Standard cards of the United Kingdom; others cost more. */
    percent: 1.5,
    pence: 20,
  },
} as const;
