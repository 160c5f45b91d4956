import type * as z from 'zod';
import { serverNow } from '#browser/server-clock.ts';
import { LONGEST } from '#domain/catalogue/catalogue-rules.ts';
import { eachOf } from '#domain/basics/each-of.ts';
import { nameKey } from '#domain/names/name-key.ts';
import { facts, numberFacts, textFacts } from '#domain/catalogue/product-facts.ts';
import type { Faults } from '../kit/form/Field.tsx';
import * as cells from '../catalogue/cell-checks.ts';
import type { ProductNow } from './product-edit.ts';
import { saleFault } from '../catalogue/sale-text.ts';
import { penceIn } from '../catalogue/typed-price.ts';
import type { TypedColour, TypedProduct } from './typed-product.ts';

/** A text's value by the rule for a spreadsheet's cell; undefined if it breaks the rule. */
function valueOf<Value>(cell: z.ZodType<Value>, text: unknown): Value | undefined {
  return cell.safeParse(text).data;
}

function faultOf(cell: z.ZodType, value: unknown): string | undefined {
  const { error } = cell.safeParse(value);
  return error?.issues[0]?.message;
}

function optionalFault(cell: z.ZodType, value: unknown): string | undefined {
  return value === null ? undefined : faultOf(cell, value);
}

function given(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}

const codeCells = { sku: cells.sku, gtin: cells.gtin };

/** Codes that must be a colour's own. */
export const codeFields = ['sku', 'gtin'] as const;
type CodeField = (typeof codeFields)[number];

/** A colour's code as it is stored; undefined if it is empty or breaks its rule. */
export function codeOf(colour: TypedColour, field: CodeField): string | undefined {
  return valueOf(codeCells[field], given(colour[field])) ?? undefined;
}

function codeFault(
  colour: TypedColour,
  field: CodeField,
  colours: readonly TypedColour[],
): string | undefined {
  const code = given(colour[field]);
  if (code === undefined) return undefined;
  const stored = codeOf(colour, field);
  const isTwice = colours.some(
    (other) => other !== colour && stored !== undefined && codeOf(other, field) === stored,
  );
  return (
    faultOf(codeCells[field], code) ??
    (isTwice ? 'Two colours have this one. Each needs its own.' : undefined)
  );
}

function colourFaults(
  colour: TypedColour,
  names: readonly string[],
  colours: readonly TypedColour[],
): [string, string | undefined][] {
  const { id, was, name, stock, pictures } = colour;
  const isTwice = names.filter((other) => other === nameKey(name)).length > 1;
  const taken = isTwice ? `“${name.trim()}” is the name of two colours.` : undefined;
  const most = `A colour can have at most ${cells.MOST_PICTURES} pictures.`;
  return [
    [`${id}.name`, faultOf(cells.oneLine(LONGEST.colour), given(name)) ?? taken],
    ...codeFields.map((field): [string, string | undefined] => [
      `${id}.${field}`,
      codeFault(colour, field, colours),
    ]),
    // A new colour without a number has 0.
    [
      `${id}.stock`,
      was === null && given(stock) === undefined ? undefined : faultOf(cells.stock, given(stock)),
    ],
    [`${id}.pictures`, pictures.length > cells.MOST_PICTURES ? most : undefined],
    ...pictures.map((picture): [string, string | undefined] => [
      `${picture.id}.alt`,
      given(picture.alt) === undefined ? undefined : faultOf(cells.alt, picture.alt),
    ]),
  ];
}

/**
 * Validation errors of a form by field: the rules and messages of spreadsheets. Colours' and pictures' fields begin
 * with their ids.
 * @param now ms since 1970.
 */
export function productFaults(typed: TypedProduct, now: number): Faults {
  const { now: fields, price, salePrice, colours } = typed;
  const product = productOf(typed);
  const names = colours.map(({ name }) => nameKey(name));
  const optional: [string, string | undefined][] = [
    ...textFacts.map((name): [string, string | undefined] => [
      name,
      optionalFault(cells.oneLine(facts[name].longest), fields[name]),
    ]),
    ...numberFacts.map((name): [string, string | undefined] => [
      name,
      optionalFault(cells.wholeFact(name), fields[name]),
    ]),
  ];
  // A time's field gives the reason why it cannot be read.
  const isTimed = ![fields.sale_from, fields.sale_until, fields.visible_from].includes('');
  const described = given(fields.description);
  const sale = given(salePrice);
  const all: [string, string | null | undefined][] = [
    ['name', faultOf(cells.oneLine(LONGEST.name), given(fields.name))],
    ['slug', faultOf(cells.slug, given(fields.slug))],
    ['price', faultOf(cells.price, given(price))],
    ['category', fields.category === '' ? 'Choose a category.' : undefined],
    ['description', described && faultOf(cells.description(LONGEST.description), described)],
    ...optional,
    ...(['search_title', 'search_description'] as const).map(
      (name): [string, string | undefined] => [
        name,
        optionalFault(cells.oneLine(LONGEST[name]), fields[name]),
      ],
    ),
    ['hs_code', optionalFault(cells.hsCode, fields.hs_code)],
    ['times', isTimed ? undefined : 'That time does not exist. Choose another.'],
    ...Object.entries((isTimed && product.price_pence > 0 && saleFault(product, now)) || {}),
    ['salePrice', sale && faultOf(cells.price, sale)],
    ...colours.flatMap((colour) => colourFaults(colour, names, colours)),
  ];
  return new Map(all.flatMap(([field, fault]) => (fault ? [[field, fault] as const] : [])));
}

/** The product that a form describes. Values that break a rule count as empty; pictures without an address are left out. */
export function productOf({ was, now, price, salePrice, colours }: TypedProduct): ProductNow {
  // Trimming a text that was not touched would be a change.
  const trimmed = (field: 'name' | 'description') =>
    now[field] === was?.[field] ? now[field] : now[field].trim();
  return {
    ...now,
    name: trimmed('name'),
    description: trimmed('description'),
    slug: now.slug.trim(),
    ...eachOf(numberFacts, (name) => valueOf(cells.wholeFact(name), now[name]) ?? null),
    hs_code: valueOf(cells.hsCode, now.hs_code) ?? null,
    price_pence: penceIn(price),
    sale_price_pence: penceIn(salePrice),
    colours: colours.map(({ was: nameBefore, pictures, ...colour }) => {
      const { name, sku, gtin, swatch, stock, archived, film } = colour;
      const before = was?.colours.find((one) => one.color_name === nameBefore);
      const kept = new Map(
        pictures.flatMap(({ address, alt }) => (address === null ? [] : [[address, alt.trim()]])),
      );
      return {
        was: nameBefore,
        color_name: name.trim(),
        // An emptied SKU stays: each colour has one.
        sku: valueOf(cells.sku, given(sku)) ?? before?.sku ?? '',
        gtin: valueOf(cells.gtin, given(gtin)) ?? null,
        hex: swatch === '' ? null : swatch,
        quantity: valueOf(cells.stock, stock) ?? 0,
        position: 0,
        archived,
        // Identical files share one address.
        images: [...kept.keys()],
        worn: pictures.find(({ worn, address }) => worn && address !== null)?.address ?? null,
        film,
        alts: [...kept.values()],
      };
    }),
  };
}

/** Faults found on saving, without those that have been corrected since. */
export function openFaults(found: Faults, typed: TypedProduct): Faults {
  if (found.size === 0) return found;
  const now = productFaults(typed, serverNow());
  return new Map([...found].filter(([field]) => now.has(field) || !isOfField(field)));
}

/** Whether a fault is found by looking at the form alone. */
function isOfField(field: string): boolean {
  return field !== 'slug' && field !== 'uploads';
}

/** Form-level error for faults. */
export function faultsText(faults: Faults): string {
  const fields = faults.size - Number(faults.has('uploads'));
  const marked =
    fields === 1 ? 'Correct the marked field.' : `Correct the ${fields} marked fields.`;
  return [fields > 0 && marked, faults.get('uploads')].filter(Boolean).join(' ');
}
