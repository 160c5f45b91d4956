import type { Block } from '#domain/site-content/own-page.ts';
import { MOST_PRODUCTS } from '#domain/site-content/own-page.ts';
import { claimsText } from '#domain/catalogue/environmental-claims.ts';
import type { StaffContent } from '#domain/contracts/staff-content.ts';
import { ChosenProducts } from '../../categories/ChosenProducts.tsx';
import type { Faults } from '../../kit/form/Field.tsx';
import { MarkdownField } from '../../kit/form/MarkdownField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { PictureFields } from '../pages/PictureFields.tsx';
import { ReplacePicture } from '../../kit/ReplacePicture.tsx';
import { brokenLinks } from '../shop-pages.ts';

interface Props {
  /** Name of the block, unique on the page. */
  name: string;
  block: Block;
  /** Errors by path inside the block. */
  faults: Faults;
  shop: StaffContent;
  onChange: (block: Block) => void;
}

function warnings(...texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter(Boolean).join(' ') || undefined;
}

/** The fields of a block. */
export function BlockFields({ name, block, faults, shop, onChange }: Props) {
  if (block.type === 'text')
    return (
      <MarkdownField
        label={`${name}: text`}
        rows={10}
        max={20_000}
        value={block.text}
        fault={faults.get('text')}
        warning={warnings(brokenLinks(block.text, shop), claimsText(block.text))}
        onChange={(text) => onChange({ ...block, text })}
      />
    );
  if (block.type === 'quote')
    return (
      <>
        <TextField
          label={`${name}: quote`}
          rows={3}
          max={400}
          value={block.text}
          fault={faults.get('text')}
          warning={claimsText(block.text)}
          onChange={(text) => onChange({ ...block, text })}
        />
        <TextField
          label={`${name}: whose words`}
          hint="Empty: none."
          max={100}
          value={block.source}
          fault={faults.get('source')}
          onChange={(source) => onChange({ ...block, source })}
        />
      </>
    );
  if (block.type === 'products') {
    const isFull = block.products.length >= MOST_PRODUCTS;
    return (
      <>
        <TextField
          label={`${name}: heading`}
          hint="Empty: none."
          max={60}
          value={block.heading}
          fault={faults.get('heading')}
          onChange={(heading) => onChange({ ...block, heading })}
        />
        {faults.get('products') !== undefined && (
          <p className="message-error">{faults.get('products')}</p>
        )}
        <ChosenProducts
          chosen={block.products}
          onChange={(products) => onChange({ ...block, products })}
        />
        {isFull && <p className="studio-soft">At most {MOST_PRODUCTS} products.</p>}
      </>
    );
  }
  return (
    <>
      {block.picture === '' ? (
        <fieldset className="pages-picture">
          <legend className="label">{name}</legend>
          <ReplacePicture
            name={name}
            slug="page"
            verb="Choose a picture"
            onPicture={(picture) => onChange({ ...block, picture })}
          />
          {faults.get('picture') !== undefined && (
            <p className="message-error">{faults.get('picture')}</p>
          )}
        </fieldset>
      ) : (
        <PictureFields
          name={name}
          value={block}
          onChange={(changes) => onChange({ ...block, ...changes })}
        />
      )}
      <TextField
        label={`${name}: alt text`}
        hint="What it shows, for people who cannot see it."
        max={200}
        value={block.alt}
        fault={faults.get('alt')}
        onChange={(alt) => onChange({ ...block, alt })}
      />
      <TextField
        label={`${name}: caption`}
        hint="Below the picture. Empty: none."
        max={200}
        value={block.caption}
        fault={faults.get('caption')}
        onChange={(caption) => onChange({ ...block, caption })}
      />
    </>
  );
}
