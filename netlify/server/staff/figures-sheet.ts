import { countryName } from '#domain/countries/countries.ts';
import { returnNames } from '#domain/orders/return-kinds.ts';
import { returnKinds } from '#domain/enums.ts';
import type { FiguresAnswer, FigureTotals } from '#domain/contracts/staff-figures.ts';
import { csvText } from './csv.ts';

const columns = [
  'Figure',
  'Of',
  'From',
  'To',
  'Value',
  'Before from',
  'Before to',
  'Before',
] as const;

type Row = readonly [name: string, of: string, value: number | null, before: number | null];

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 10_000) / whole) / 100;
}

function totalRows(now: FigureTotals, before: FigureTotals): Row[] {
  const both = (name: string, of: (totals: FigureTotals) => number | null): Row => [
    name,
    '',
    of(now),
    of(before),
  ];
  return [
    both('Orders', ({ orders }) => orders),
    both('Pieces', ({ pieces }) => pieces),
    both('Average order (£)', ({ orders, ordered_pence }) =>
      orders === 0 ? null : Math.round(ordered_pence / orders) / 100,
    ),
    both('Revenue (£)', ({ revenue_pence }) => revenue_pence / 100),
    both('VAT in it (£)', ({ tax_pence }) => tax_pence / 100),
    both(
      'Revenue without VAT (£)',
      ({ revenue_pence, tax_pence }) => (revenue_pence - tax_pence) / 100,
    ),
    both('Refunds', ({ refunds }) => refunds),
    both('Refunded (£)', ({ refunded_pence }) => refunded_pence / 100),
    both('Lost in disputes (£)', ({ disputes_pence }) => disputes_pence / 100),
    both('Labels (£)', ({ labels_pence }) => labels_pence / 100),
    both('Pieces sent', ({ sent_pieces }) => sent_pieces),
    ...returnKinds.map((kind): Row => {
      const rate = ({ returned_pieces, sent_pieces }: FigureTotals) =>
        share(returned_pieces[kind] ?? 0, sent_pieces);
      return ['Returns rate (%)', returnNames[kind], rate(now), rate(before)];
    }),
  ];
}

/** All figures of a period as CSV, one per row. */
export function figuresSheet(figures: FiguresAnswer): string {
  const { now, before, countries, best, worst, cover } = figures;
  const rows: Row[] = [
    ...totalRows(now, before),
    ...figures.course.map((pence, spot): Row => {
      const earlier = figures.course_before[spot];
      const unit = figures.from === figures.to ? 'hour' : 'day';
      return [
        `Revenue by ${unit} (£)`,
        String(spot + 1),
        pence / 100,
        earlier === undefined ? null : earlier / 100,
      ];
    }),
    ...countries.flatMap(({ country, orders, revenue_pence }): Row[] => [
      ['Orders by country', countryName(country) ?? country, orders, null],
      ['Revenue by country (£)', countryName(country) ?? country, revenue_pence / 100, null],
    ]),
    ...best.map(({ name, pieces }): Row => ['Best seller (pieces)', name, pieces, null]),
    ...worst.map(({ name, pieces }): Row => ['Worst seller (pieces)', name, pieces, null]),
    ...cover.map(({ name, color_name, in_stock, sold }): Row => [
      'Stock cover (weeks)',
      `${name}, ${color_name}`,
      Math.round((in_stock * 40) / sold) / 10,
      null,
    ]),
  ];
  return csvText(
    columns,
    rows.map(([name, of, value, earlier]) => ({
      Figure: name,
      Of: of,
      From: figures.from,
      To: figures.to,
      Value: value,
      'Before from': earlier === null ? null : figures.before_from,
      'Before to': earlier === null ? null : figures.before_to,
      Before: earlier,
    })),
    'person',
  );
}
