import type { Block } from '#domain/site-content/own-page.ts';
import { MOST_PRODUCTS } from '#domain/site-content/own-page.ts';
import { claimsText } from '#domain/catalogue/environmental-claims.ts';
import { ChosenProducts } from '../../categories/ChosenProducts.tsx';
import type { Faults } from '../../kit/form/Field.tsx';
import { fieldsOf } from '../../kit/form/fields-of.ts';
import { MarkdownField } from '../../kit/form/MarkdownField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { CaptionedPicture } from '../../kit/CaptionedPicture.tsx';

interface Props {
  /** Name of the block, unique on the page. */
  name: string;
  block: Block;
  /** Errors by path inside the block. */
  faults: Faults;
  onChange: (block: Block) => void;
}

/** The fields of a block. */
export function BlockFields({ name, block, faults, onChange }: Props) {
  if (block.type === 'text') {
    const field = fieldsOf(block, onChange, faults);
    return (
      <MarkdownField
        label={`${name}: text`}
        rows={10}
        max={20_000}
        {...field('text')}
        warning={claimsText(block.text)}
      />
    );
  }
  if (block.type === 'quote') {
    const field = fieldsOf(block, onChange, faults);
    return (
      <>
        <TextField
          label={`${name}: quote`}
          rows={3}
          max={400}
          {...field('text')}
          warning={claimsText(block.text)}
        />
        <TextField
          label={`${name}: whose words`}
          hint="Empty: none."
          max={100}
          {...field('source')}
        />
      </>
    );
  }
  if (block.type === 'products') {
    const field = fieldsOf(block, onChange, faults);
    const fault = faults.get('products');
    return (
      <>
        <TextField label={`${name}: heading`} hint="Empty: none." max={60} {...field('heading')} />
        {fault !== undefined && <p className="message-error">{fault}</p>}
        <ChosenProducts
          chosen={block.products}
          most={MOST_PRODUCTS}
          onChange={(products) => onChange({ ...block, products })}
        />
      </>
    );
  }
  return (
    <CaptionedPicture
      name={name}
      value={block}
      faults={faults}
      onChange={(value) => onChange({ ...block, ...value })}
    />
  );
}
