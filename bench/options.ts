import { parseArgs } from 'node:util';
import { pageNames, type PageName } from './shop.ts';

/** The measurements of pages, in order. */
const measureNames = ['loads', 'adds', 'listing', 'phone', 'desk', 'visit', 'checkout'] as const;
type MeasureName = (typeof measureNames)[number];

export interface BenchOptions {
  runs: number;
  part: 'pages' | 'staff';
  measures: readonly MeasureName[];
  pages: readonly PageName[];
  /** File for all results. */
  json: string;
  /** URL of a running shop; if absent, this one is built and started. */
  origin: string | undefined;
  /** File that describes it, unless it is this shop. */
  shop: string | undefined;
  /** URL of the shop to compare with. */
  against: string | undefined;
  againstShop: string | undefined;
}

/** Parses comma-separated names of a list. @throws Error for an unknown name. */
function picked<Name extends string>(all: readonly Name[], text = all.join(',')): Name[] {
  const names = text.split(',');
  const wrong = names.find((name) => !all.some((known) => known === name));
  if (wrong !== undefined) throw new Error(`Not one of ${all.join(', ')}: ${wrong}`);
  return all.filter((name) => names.includes(name));
}

/** Parses the options of `npm run bench` (docs/operate.md). @throws Error for an unknown option. */
export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '5' },
      part: { type: 'string', default: 'pages' },
      only: { type: 'string' },
      pages: { type: 'string' },
      json: { type: 'string', default: 'bench.json' },
      origin: { type: 'string' },
      shop: { type: 'string' },
      against: { type: 'string' },
      'against-shop': { type: 'string' },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error('--runs must be a whole number of at least 1.');
  const [part = 'pages'] = picked(['pages', 'staff'] as const, values.part);
  return {
    runs,
    part,
    measures: picked(measureNames, values.only),
    pages: picked(pageNames, values.pages),
    json: values.json,
    origin: values.origin?.replace(/\/$/, ''),
    shop: values.shop,
    against: values.against?.replace(/\/$/, ''),
    againstShop: values['against-shop'],
  };
}
