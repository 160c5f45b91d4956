import { useRef } from 'react';
import type { EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import { LONGEST } from '#domain/catalogue/catalogue-rules.ts';
import { countText } from '#domain/basics/count-text.ts';
import { Button } from '../kit/Button.tsx';
import { CheckField } from '../kit/form/CheckField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { MoveButtons } from '../kit/MoveButtons.tsx';
import { useDroppedFiles } from '../kit/use-dropped-file.ts';
import { codeOwner } from './code-owners.ts';
import { CodeOwnerNote } from './CodeOwnerNote.tsx';
import { ColourPictures } from './ColourPictures.tsx';
import type { codeFields } from './product-faults.ts';
import { droppedFiles, sortFiles } from './dropped-files.ts';
import { FilmField } from './FilmField.tsx';
import { PictureInput } from './PictureInput.tsx';
import type { TypedColour } from './typed-product.ts';
import type { useProductForm } from './use-product-form.ts';

interface Props {
  form: ReturnType<typeof useProductForm>;
  colour: TypedColour;
  index: number;
  /** Number of colours. */
  count: number;
  /** Products of the shop with a code of the form. */
  sharing: readonly EditedProduct[];
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** A colour: name, swatch, stock and pictures, which can be dropped anywhere on it. */
export function ColourCard({ form, colour, index, count, sharing, onMove, onRemove }: Props) {
  const { keeper, faults } = form;
  const { id, was, pictures } = colour;
  const name = colour.name.trim() || `Colour ${index + 1}`;
  const card = useRef<HTMLLIElement>(null);
  const add = (files: readonly File[]) => keeper.addPictures(id, files);
  const over = useDroppedFiles(card, (dropped) => {
    void droppedFiles(dropped).then((files) => add([...sortFiles(files).pictures.values()]));
  });
  const fault = faults.get(`${id}.pictures`);
  const ownerNote = (field: (typeof codeFields)[number]) => {
    const owner = codeOwner(colour, field, { typed: form.typed, products: sharing });
    return owner && <CodeOwnerNote owner={owner} />;
  };
  return (
    <li ref={card} className="product-colour" data-over={over ? '' : undefined}>
      <fieldset>
        <legend className="sr-only">{name}</legend>
        <div className="product-colour-fields">
          <label className="product-swatch">
            <span className="label">Swatch</span>
            <input
              type="color"
              value={colour.swatch === '' ? '#ffffff' : colour.swatch}
              data-unset={colour.swatch === '' ? '' : undefined}
              onChange={({ currentTarget }) =>
                keeper.changeColour(id, { swatch: currentTarget.value })
              }
            />
          </label>
          <TextField
            label="Colour"
            fault={faults.get(`${id}.name`)}
            maxLength={LONGEST.colour}
            value={colour.name}
            onChange={(text) => keeper.changeColour(id, { name: text })}
          />
          <TextField
            label="Stock"
            inputMode="numeric"
            fault={faults.get(`${id}.stock`)}
            value={colour.stock}
            onChange={(stock) => keeper.changeColour(id, { stock })}
          />
        </div>
        <div className="product-colour-codes">
          <TextField
            label="SKU"
            fault={faults.get(`${id}.sku`)}
            warning={ownerNote('sku')}
            maxLength={40}
            autoCapitalize="characters"
            spellCheck={false}
            hint={was === null ? 'Empty: the shop makes one.' : undefined}
            value={colour.sku}
            onChange={(sku) => keeper.changeColour(id, { sku })}
          />
          <TextField
            label="Barcode (GTIN)"
            inputMode="numeric"
            fault={faults.get(`${id}.gtin`)}
            warning={ownerNote('gtin')}
            maxLength={20}
            value={colour.gtin}
            onChange={(gtin) => keeper.changeColour(id, { gtin })}
          />
        </div>
        {pictures.length > 0 && <ColourPictures form={form} colour={colour} name={name} />}
        <FilmField
          name={name}
          film={colour.film}
          isWorn={pictures.some(({ worn }) => worn)}
          onChange={(film) => keeper.changeColour(id, { film })}
        />
        {fault && <p className="message-error">{fault}</p>}
        <div className="product-colour-verbs">
          <PictureInput verb="Add pictures" about={name} multiple onFiles={add} />
          <PictureInput verb="Take a photo" about={name} camera onFiles={add} />
          <span className="studio-soft product-drop-hint">
            {pictures.length === 0
              ? 'or drop them here: JPEG, PNG, WebP, AVIF, at least 800 × 1,000 pixels.'
              : `${countText(pictures.length, 'picture')}; the first is the main one. ${pictures.some(({ worn }) => worn) ? 'The one worn is shown second.' : 'No picture worn yet.'}`}
          </span>
          <span className="product-colour-moves">
            {colour.swatch !== '' && (
              <Button
                look="small"
                aria-label={`No swatch: ${name}`}
                onClick={() => keeper.changeColour(id, { swatch: '' })}
              >
                No swatch
              </Button>
            )}
            {(count > 1 || was === null) && (
              <MoveButtons
                name={name}
                index={index}
                last={count - 1}
                onMove={onMove}
                onRemove={was === null ? onRemove : undefined}
              />
            )}
          </span>
        </div>
        {was !== null && (
          <CheckField
            checked={colour.archived}
            onChange={(archived) => keeper.changeColour(id, { archived })}
          >
            Archived: not in the shop
          </CheckField>
        )}
      </fieldset>
    </li>
  );
}
