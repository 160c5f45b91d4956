import { useState } from 'react';

/** Rows of a form, each with a number by which React knows it while its fields change. */
export function useRows<Typed extends object>(first: readonly Typed[]) {
  const [rows, setRows] = useState(() => first.map((typed, row) => ({ ...typed, row })));
  return {
    rows,
    add(typed: Typed): void {
      const row = Math.max(-1, ...rows.map((one) => one.row)) + 1;
      setRows([...rows, { ...typed, row }]);
    },
    change(row: number, typed: Typed): void {
      setRows(rows.map((one) => (one.row === row ? { ...typed, row } : one)));
    },
    remove: (row: number) => setRows(rows.filter((one) => one.row !== row)),
  };
}
