import { countryName, SHIPPING_COUNTRIES } from './countries.ts';
import { formatPounds, pence } from '../money/money.ts';
import { percentText } from '../basics/percent.ts';
import type { Duties, DutyRule } from './duty-rules.ts';

/**
 * Duties and taxes of other countries, in the words of billing page, payment page, e-mails, orders and
 * legal texts (docs/decisions/0054-duties.md). The table is supabase/schemas/checkout/duties.sql.
 */

/** The rule of a country without its own. */
const usual: DutyRule = { policy: 'you_pay', in_union: false };

const elsewhere =
  'Duties and taxes are not included: if the country charges any, you pay them when the parcel arrives, and the carrier may add a fee.';

function ruleText({ policy, in_union }: DutyRule): string {
  switch (policy) {
    case 'we_pay':
      return 'Duties and taxes are included: we pay them before the parcel leaves, and nothing is due when it arrives.';
    case 'not_sold':
      return 'We do not sell there at the moment.';
    case 'you_pay':
      return in_union
        ? 'Duties and taxes are not included: you pay them when the parcel arrives, and the carrier may add a fee. The EU charges VAT and, for goods worth up to €150, €3 for each kind of goods.'
        : elsewhere;
  }
}

function estimateText(estimate: NonNullable<Duties['estimate']>): string {
  const { vat_pence, duty_pence, fee_pence, vat_basis_points, euro_pence } = estimate;
  const vat = `${formatPounds(vat_pence)} VAT (${percentText(vat_basis_points)}%)`;
  if (duty_pence === null) return `For this order about ${vat}, and customs duty by the tariff.`;
  const sum = formatPounds(pence(vat_pence + duty_pence + fee_pence));
  const fee = fee_pence > 0 ? `, ${formatPounds(fee_pence)} parcel fee` : '';
  return `For this order about ${sum}: ${formatPounds(duty_pence)} duty${fee} and ${vat}, at ${formatPounds(euro_pence)} to the euro.`;
}

/** Text on an order's duties and taxes, with the estimate if there is one; null within the United Kingdom. */
export function dutiesText(duties: Duties | null): string | null {
  if (duties === null) return null;
  const { estimate } = duties;
  return estimate === null ? ruleText(duties) : `${ruleText(duties)} ${estimateText(estimate)}`;
}

/** The answer to an order from a country where the shop does not sell. */
export function notSoldText(country: string): string {
  return `We do not sell to ${countryName(country) ?? country} at the moment. Please choose another country.`;
}

/** Rules by two-letter code, as `duties_now` returns them; countries that are not named have the usual one. */
export type DutyRules = Readonly<Record<string, DutyRule>>;

function namesOf(codes: readonly string[]): string {
  return codes.map((code) => countryName(code) ?? code).join(', ');
}

/** Name of countries with the same text: the European Union as one, if most of it is among them and nothing else. */
function placeOf(codes: readonly string[], union: readonly string[]): string {
  if (codes.length <= union.length / 2 || !codes.every((code) => union.includes(code))) {
    return namesOf(codes);
  }
  const others = union.filter((code) => !codes.includes(code));
  return others.length === 0 ? 'European Union' : `European Union except ${namesOf(others)}`;
}

/** Countries with who pays there, the many without a rule of their own last. */
function dutiesByCountry(rules: DutyRules): { place: string; text: string }[] {
  const abroad = SHIPPING_COUNTRIES.map(({ code }) => code).filter((code) => code !== 'GB');
  const ruleOf = (code: string) => rules[code] ?? usual;
  const union = abroad.filter((code) => ruleOf(code).in_union);
  const byText = Map.groupBy(abroad, (code) => ruleText(ruleOf(code)));
  const others = byText.get(elsewhere);
  byText.delete(elsewhere);
  const islands = others?.includes('GG') && others.includes('JE');
  return [
    ...Array.from(byText, ([text, codes]) => ({ place: placeOf(codes, union), text })),
    ...(others
      ? [
          {
            place: `All other countries${islands ? ', Guernsey and Jersey included' : ''}`,
            text: elsewhere,
          },
        ]
      : []),
  ];
}

const PLACEHOLDER = 'COUNTRY_DUTIES';

/** Replaces the paragraph COUNTRY_DUTIES of a Markdown text by the list of countries. */
export function withDutiesMarkdown(text: string, rules: DutyRules): string {
  return text.replaceAll(PLACEHOLDER, () =>
    dutiesByCountry(rules)
      .map(({ place, text: who }) => `- **${place}:** ${who}`)
      .join('\n'),
  );
}

/** The list of countries, as HTML. */
export function dutiesHtml(rules: DutyRules): string {
  const rows = dutiesByCountry(rules).map(
    ({ place, text }) => `<li><strong>${place}:</strong> ${text}</li>`,
  );
  return `<ul data-duties>${rows.join('')}</ul>`;
}

/** Replaces the paragraph COUNTRY_DUTIES of rendered Markdown by that list. */
export function withDuties(html: string, rules: DutyRules): string {
  return html.replaceAll(`<p>${PLACEHOLDER}</p>`, () => dutiesHtml(rules));
}

/** Two-letter codes of the countries where the shop does not sell. */
export function closedCountries(rules: DutyRules): string[] {
  return SHIPPING_COUNTRIES.map(({ code }) => code).filter(
    (code) => rules[code]?.policy === 'not_sold',
  );
}

/** The sentence on them for the billing form; `''` if there are none. */
export function closedText(codes: readonly string[]): string {
  return codes.length === 0
    ? ''
    : `We do not sell to these countries at the moment: ${namesOf(codes)}.`;
}
