import type { CallFigures } from './api-figures.ts';
import { type LoadFigures, usualClients } from './api-load.ts';
import { textTable } from './text-table.ts';

function shown(value: number | undefined): string {
  return value === undefined ? '–' : String(value);
}

function rate(load: LoadFigures | undefined): string {
  const { perSecond, clients = usualClients } = load ?? {};
  return clients === usualClients ? shown(perSecond) : `${perSecond} (${clients} clients)`;
}

/** PostgreSQL's own throughput relative to the call's. */
function ratio(call: LoadFigures, straight: LoadFigures | undefined): string {
  return straight ? `${(straight.perSecond / call.perSecond).toFixed(1)} x` : '–';
}

/** Formats the calls as a table, with plain PostgreSQL for comparison. */
export function apiTable(calls: readonly CallFigures[]): string {
  const row = (label: string, cell: (figures: CallFigures) => string) => [
    label,
    ...calls.map(cell),
  ];
  return textTable([
    ['', ...calls.map(({ name }) => name)],
    row('p50, ms', ({ call }) => shown(call.p50)),
    row('p99, ms', ({ call }) => shown(call.p99)),
    row(`calls a second, ${usualClients} clients`, ({ call }) => rate(call)),
    row('PostgreSQL alone: p50, ms', ({ straight }) => shown(straight?.p50)),
    row('PostgreSQL alone: p99, ms', ({ straight }) => shown(straight?.p99)),
    row(`PostgreSQL alone: calls a second, ${usualClients} clients`, ({ straight }) =>
      rate(straight),
    ),
    row('PostgreSQL alone: times the call', ({ call, straight }) => ratio(call, straight)),
    row('function, kB', ({ kilobytes }) => shown(kilobytes)),
    row('cold start: imported, ms', ({ cold }) => shown(cold.imported)),
    row('cold start: first answer, ms', ({ cold }) => shown(cold.answered)),
  ]);
}
