/**
 * The stock-take under way in this browser. It is kept until it is saved, because counting takes hours, and the code of an
 * order opens that order meanwhile.
 */
import { atom, onMount } from 'nanostores';
import * as z from 'zod';
import { readText, removeText, writeText } from '#browser/web-storage.ts';
import { parseJson } from '#domain/basics/record.ts';
import { ColourStock } from '#domain/contracts/staff-inventory.ts';
import { unitsIn } from './stock-texts.ts';

const Counted = z.object({
  /** The colour when it was first scanned: the count is compared with it. */
  colour: ColourStock,
  typed: z.string(),
});
type Counted = z.infer<typeof Counted>;

const StockTake = z.object({
  /** Counted colours, in the order of their first scans. */
  rows: z.array(Counted),
  /**
   * Rows sent whose response is lost. They may have been saved: sent again with another key, or with what was scanned
   * since, their differences would be added twice.
   */
  sent: z.object({ event: z.uuid(), rows: z.array(Counted) }).nullable(),
});
type StockTake = z.infer<typeof StockTake>;

const empty: StockTake = { rows: [], sent: null };
const KEY = 'studioStockTake';

export const $stockTake = atom<StockTake>(empty);

/** Whether the browser has stored it. */
let isStored = true;
export const isCountStored = () => isStored;

function load(): void {
  const { data } = StockTake.safeParse(parseJson(readText('local', KEY) ?? 'null'));
  $stockTake.set(data ?? empty);
}

onMount($stockTake, () => {
  load();
  const follow = ({ key }: StorageEvent) => {
    if (key === KEY) load();
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
});

function keep(changes: Partial<StockTake>): void {
  const next = { ...$stockTake.get(), ...changes };
  if (next.rows.length > 0) isStored = writeText('local', KEY, JSON.stringify(next));
  else removeText('local', KEY);
  $stockTake.set(next.rows.length > 0 ? next : empty);
}

function isOf({ variant_id }: ColourStock) {
  return ({ colour }: Counted) => colour.variant_id === variant_id;
}

/** Counts one more unit of a colour. */
export function countOne(colour: ColourStock): void {
  const { rows } = $stockTake.get();
  const known = rows.find(isOf(colour));
  if (known) typeCount(colour, String((unitsIn(known.typed) ?? 0) + 1));
  else keep({ rows: [...rows, { colour, typed: '1' }] });
}

/** Changes the count of a colour. */
export function typeCount(colour: ColourStock, typed: string): void {
  const rows = $stockTake.get().rows.slice();
  const place = rows.findIndex(isOf(colour));
  const row = rows[place];
  if (row) rows[place] = { ...row, typed };
  keep({ rows });
}

/** Removes the count of a colour. */
export function dropCount(colour: ColourStock): void {
  const isDropped = isOf(colour);
  keep({ rows: $stockTake.get().rows.filter((row) => !isDropped(row)) });
}

/** Differences of rows; a row whose count is not a number has none. */
export function itemsOf(rows: readonly Counted[]) {
  return rows.flatMap(({ colour, typed }) => {
    const now = unitsIn(typed);
    return now === null ? [] : [{ variant_id: colour.variant_id, seen: colour.on_shelf, now }];
  });
}

/** Rows to send, with their idempotency key: first those whose response was lost. */
export function beginSaving(): NonNullable<StockTake['sent']> {
  const { rows, sent } = $stockTake.get();
  const next = sent ?? { event: crypto.randomUUID(), rows };
  keep({ sent: next });
  return next;
}

/** The server has refused the rows sent. */
export function failSaving(): void {
  keep({ sent: null });
}

/** The rows sent are saved. Those counted on meanwhile stay, and are compared with the saved count. */
export function endSaving(sent: readonly Counted[]): void {
  const rows = $stockTake.get().rows.flatMap((row) => {
    const { colour, typed } = row;
    const saved = sent.find(isOf(colour));
    if (!saved) return [row];
    if (saved.typed === typed) return [];
    return [{ typed, colour: { ...colour, on_shelf: unitsIn(saved.typed) ?? colour.on_shelf } }];
  });
  keep({ rows, sent: null });
}
