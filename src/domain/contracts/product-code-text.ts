import { codeForm } from '../names/code-form.ts';
import { gtinOf } from '../names/product-code.ts';
import { searchText } from './staff-fields.ts';

/** A SKU or GTIN as scanned or typed, in its stored form. */
export const productCodeText = searchText.transform((text) => gtinOf(text) ?? codeForm(text));
