import { nameKey } from '#domain/names/name-key.ts';
import type { ColumnName } from '../columns.ts';
import { columns } from '../columns.ts';
import { columnOfHeader } from '../header.ts';
import type { SheetCell } from './platform-sheet.ts';

/** A value of an option or attribute that a variant has. */
export interface Choice {
  name: string;
  values: readonly string[];
  cell: SheetCell;
}

interface Sorted {
  /** The colour of each variant. */
  colours: (Choice | undefined)[];
  /** Options with one value that is a fact of the product, such as its size. */
  facts: Map<ColumnName, Choice>;
  /** Options with one value for which the shop has no place. */
  aside: string[];
}

/** Comparison key of the names of options and attributes. */
export function optionKey(name: string): string {
  return nameKey(name).replace('color', 'colour');
}

/** Whether two names of an option or attribute are the same. */
export function isSameName(one: string, other: string | undefined): boolean {
  return other !== undefined && optionKey(one) === optionKey(other);
}

/** Names of the option that is a colour here, the likelier first. */
const looks = [/colou?r/i, /shade|pattern|print|design|finish/i];

/** The shop's column for an option's or attribute's name, if it is a fact of products. */
export function factOf(name: string): ColumnName | undefined {
  const column = columnOfHeader(name);
  const isFact =
    column !== undefined &&
    columns[column].of === 'product' &&
    !['slug', 'name', 'description', 'category'].includes(column) &&
    !/price|sale|added|visible/.test(column);
  return isFact ? column : undefined;
}

/**
 * Decides which option of a product's variants is the colour.
 * @returns the options in which they differ besides, which this shop does not have, as a text: “Size: S, M, L”.
 */
export function sortChoices(variants: readonly (readonly Choice[])[]): Sorted | string {
  const all = variants.flatMap((choices) => choices.map(({ name }) => name));
  const names = [
    ...new Map(all.toReversed().map((name) => [optionKey(name), name])).values(),
  ].toReversed();
  const of = (wanted: string | undefined) =>
    variants.map((choices) => choices.find(({ name }) => isSameName(name, wanted)));
  const distinct = (wanted: string) => {
    const values = of(wanted).flatMap((choice) => choice?.values ?? []);
    return [...new Map(values.map((value) => [nameKey(value), value])).values()];
  };
  const colour = looks
    .map((pattern) => names.find((name) => pattern.test(name)))
    .find((name) => name !== undefined);
  const others = names.filter((name) => name !== colour);
  const isMany = (name: string) => distinct(name).length > 1;
  const refused = others.filter(isMany);
  // A variant for several colours at once.
  if (colour !== undefined && variants.length > 1) {
    if (of(colour).some((choice) => (choice?.values.length ?? 0) > 1)) refused.push(colour);
  }
  if (refused.length > 0) {
    return refused.map((name) => `${name}: ${distinct(name).join(', ')}`).join('; ');
  }
  const facts = new Map<ColumnName, Choice>();
  const aside: string[] = [];
  for (const name of others) {
    const column = factOf(name);
    const choice = of(name).find((one) => one !== undefined);
    if (column !== undefined && choice) facts.set(column, choice);
    else aside.push(name);
  }
  return { colours: of(colour), facts, aside };
}
