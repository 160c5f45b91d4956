import { usualSpacing } from '#server/publishing/ask-for-build.ts';
import { assumed, counts, diskPerRowByte, visit } from './counts.ts';
import { prices } from './prices.ts';

const { netlify, resend, stripe, supabase } = prices;
const { daysPerMonth } = assumed;

function sum(parts: Record<string, number>): number {
  return Object.values(parts).reduce((all, part) => all + part, 0);
}

/** Bytes of disk for an order. */
const bytesPerOrder = counts.rowBytesPerOrder * diskPerRowByte;

/** Bytes of a visit that reach the shopper. */
const bytesPerVisit = sum(visit.bytes);

/** Deploys for stock in a month, at most. @param spacing minutes between them. */
function stockDeploys(spacing = usualSpacing): number {
  return Math.floor((daysPerMonth * 24 * 60) / spacing);
}

/** Netlify's credits of a month, by kind. @param perDay orders a day. */
function creditsOf(perDay: number, spacing = usualSpacing) {
  const orders = perDay * daysPerMonth;
  const visits = orders * assumed.visitsPerOrder;
  const { creditsPer } = netlify;
  const calls = visits * visit.calls + orders * counts.callsPerPurchase;
  const hours = (calls * assumed.secondsPerCall * assumed.gigabytes) / 3600;
  // No more colours sell out than are sold.
  const deploys = Math.min(stockDeploys(spacing), orders) + assumed.otherDeploys;
  return {
    deploys: deploys * creditsPer.deploy,
    bandwidth: ((visits * bytesPerVisit) / 1e9) * creditsPer.gigabyte,
    requests: ((visits * visit.requests) / 10_000) * creditsPer.tenThousandRequests,
    functions: hours * creditsPer.gigabyteHour + assumed.jobCredits,
  };
}

/** Netlify's credits of a month. */
export function creditsIn(perDay: number, spacing = usualSpacing): number {
  return sum(creditsOf(perDay, spacing));
}

interface Bill {
  plan: string;
  dollars: number;
}

/** Netlify's cheapest plan for this many credits, with what must be added. */
export function netlifyBill(credits: number): Bill {
  const bills = netlify.plans.flatMap(({ name, dollars, credits: included, more }): Bill[] => {
    if (credits <= included) return [{ plan: name, dollars }];
    if (!more) return [];
    const added = Math.ceil((credits - included) / more.credits) * more.dollars;
    return [{ plan: `${name} + $${added}`, dollars: dollars + added }];
  });
  return bills.reduce((best, bill) => (bill.dollars < best.dollars ? bill : best));
}

/** E-mails a day, to shoppers and staff. */
function mailsPerDay(perDay: number): number {
  const toEach = Math.min(perDay, assumed.staffMailsPerDay);
  return perDay * counts.mailsPerOrder + toEach * assumed.staff;
}

export function resendBill(perDay: number): Bill {
  const mails = mailsPerDay(perDay);
  const month = mails * daysPerMonth;
  if (mails <= resend.free.perDay && month <= resend.free.perMonth) {
    return { plan: 'Free', dollars: 0 };
  }
  const { dollars, perMonth, dollarsPerThousandMore } = resend.pro;
  const added = Math.ceil(Math.max(0, month - perMonth) / 1000) * dollarsPerThousandMore;
  return { plan: added > 0 ? `Pro + $${Math.round(added)}` : 'Pro', dollars: dollars + added };
}

/** Database size after a year, in GB. */
function gigabytesAfterYear(perDay: number): number {
  return (perDay * 365 * bytesPerOrder) / 1e9;
}

/** Pro from the first order: the free plan has no backups. After one year. */
function supabaseBill(perDay: number): Bill {
  const { dollars, gigabytes, dollarsPerGigabyte } = supabase.pro;
  const added = Math.max(0, gigabytesAfterYear(perDay) - gigabytes) * dollarsPerGigabyte;
  return { plan: 'Pro', dollars: dollars + added };
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-GB');
}

function billText({ plan, dollars }: Bill): string {
  return `${plan}: $${whole(dollars)}`;
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Pounds a month. */
function stripeFees(perDay: number): number {
  const pence = (assumed.orderPence * stripe.percent) / 100 + stripe.pence;
  return (perDay * daysPerMonth * pence) / 100;
}

/** Dollars a month. */
function platforms(perDay: number): number {
  const bills = [netlifyBill(creditsIn(perDay)), supabaseBill(perDay), resendBill(perDay)];
  return bills.reduce((all, { dollars }) => all + dollars, 0);
}

/** Orders a day, of the table's columns. */
const sizes = [10, 100, 1000] as const;

/** Most orders a day at which a condition still holds. */
function mostOrders(holds: (perDay: number) => boolean): number {
  let most = 0;
  while (holds(most + 1)) most += 1;
  return most;
}

/** Credits of a day in which one machine asks for addresses that the CDN has no answer to, by kind. @param perSecond requests. */
function wastedCredits(perSecond: number) {
  const requests = perSecond * 24 * 60 * 60;
  const hours = (requests * assumed.secondsPerCall * assumed.gigabytes) / 3600;
  const { tenThousandRequests, gigabyteHour } = netlify.creditsPer;
  return { requests: (requests / 10_000) * tenThousandRequests, functions: hours * gigabyteHour };
}

/** Made-up addresses a second: what one machine manages. */
const madeUpPerSecond = 50;

/** The generated part of docs/cost.md. */
export function costSection(): string {
  const line = (name: string, cell: (perDay: number) => string) => row(name, ...sizes.map(cell));
  const freeCredits = netlify.plans[0].credits;
  const wasted = wastedCredits(madeUpPerSecond);
  return [
    row('a month', ...sizes.map((perDay) => `${whole(perDay)} orders a day`)),
    row('---', ...sizes.map(() => '---:')),
    line('visits', (perDay) => whole(perDay * daysPerMonth * assumed.visitsPerOrder)),
    line('credits: deploys', (perDay) => whole(creditsOf(perDay).deploys)),
    line('credits: bandwidth', (perDay) => whole(creditsOf(perDay).bandwidth)),
    line('credits: requests', (perDay) => whole(creditsOf(perDay).requests)),
    line('credits: functions, jobs', (perDay) => whole(creditsOf(perDay).functions)),
    line('Netlify', (perDay) => billText(netlifyBill(creditsIn(perDay)))),
    line('e-mails', (perDay) => whole(mailsPerDay(perDay) * daysPerMonth)),
    line('Resend', (perDay) => billText(resendBill(perDay))),
    line('database after a year', (perDay) => `${gigabytesAfterYear(perDay).toFixed(2)} GB`),
    line('Supabase', (perDay) => billText(supabaseBill(perDay))),
    line('**platforms together**', (perDay) => `**$${whole(platforms(perDay))}**`),
    line('Stripe, UK cards', (perDay) => `£${whole(stripeFees(perDay))}`),
    '',
    row('free plan', 'limit', 'reached at'),
    row('---', '---', '---'),
    row(
      'Netlify',
      `${freeCredits} credits, then every page stops`,
      `${Math.floor(freeCredits / netlify.creditsPer.deploy)} deploys a month, before any visitor`,
    ),
    row(
      'Supabase',
      `${supabase.free.megabytes} MB, then read-only; no backups`,
      `${whole((supabase.free.megabytes * 1e6) / bytesPerOrder)} orders`,
    ),
    row(
      'Resend',
      `${resend.free.perDay} e-mails a day, ${whole(resend.free.perMonth)} a month; the rest waits`,
      `${mostOrders((perDay) => resendBill(perDay).dollars === 0)} orders a day; a mailing to ${resend.free.perDay} people`,
    ),
    '',
    `A visit has ${visit.requests} requests and ${whole(bytesPerVisit / 1000)} kB, ${visit.calls} of them calls of functions; a purchase has ${counts.callsPerPurchase} more, ${counts.mailsPerOrder} e-mails and ${whole(bytesPerOrder)} bytes in the database. Prices were last read on ${prices.readOn}.`,
    '',
    `A machine that asks for ${madeUpPerSecond} made-up addresses a second, a new one each time, wastes up to ${whole(sum(wasted))} credits a day: ${whole(wasted.requests)} for the requests, ${whole(wasted.functions)} for functions. An address asked again within a minute runs no function. The [settings that limit the bill](deploy.md#limit-the-bill) put an end to it.`,
  ].join('\n');
}
