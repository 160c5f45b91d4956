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

/** How many times as many calls a second PostgreSQL itself answers. */
function ratio(call: LoadFigures, straight: LoadFigures | undefined): string {
  return straight ? `${(straight.perSecond / call.perSecond).toFixed(1)} x` : '–';
}

/** The measured calls as a table, with raw PostgreSQL beside them. */
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
    row('PostgreSQL itself, p50, ms', ({ straight }) => shown(straight?.p50)),
    row('p99, ms', ({ straight }) => shown(straight?.p99)),
    row(`a second, ${usualClients} clients`, ({ straight }) => rate(straight)),
    row('so many times the call', ({ call, straight }) => ratio(call, straight)),
    row('function, kB', ({ kilobytes }) => shown(kilobytes)),
    row('woken: imported, ms', ({ cold }) => shown(cold.imported)),
    row('woken: first answer, ms', ({ cold }) => shown(cold.answered)),
  ]);
}
