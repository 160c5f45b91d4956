import { useId } from 'react';
import { imageAddress, imagePath } from '#domain/address/image.ts';
import type { EditedColour } from '#domain/wire/staff-catalogue.ts';
import { CheckField } from '../form/CheckField.tsx';
import { moved } from './product-edit.ts';

interface Props {
  colour: EditedColour;
  onChange: (colour: EditedColour) => void;
}

/** Edits a colour: its stock, picture order, and whether it is archived. */
export function ColourFields({ colour, onChange }: Props) {
  const id = useId();
  const { color_name, quantity, archived, images } = colour;
  return (
    <fieldset className="catalogue-colour">
      <legend className="studio-subheading">{color_name}</legend>
      <div className="catalogue-short">
        <div>
          <label className="label" htmlFor={id}>
            Stock
          </label>
          <input
            id={id}
            className="field"
            type="number"
            required
            min={0}
            max={1_000_000}
            step={1}
            value={quantity}
            onChange={({ currentTarget: { valueAsNumber } }) =>
              onChange({ ...colour, quantity: Number.isNaN(valueAsNumber) ? 0 : valueAsNumber })
            }
          />
        </div>
        <CheckField
          checked={archived}
          onChange={(checked) => onChange({ ...colour, archived: checked })}
        >
          Archived
        </CheckField>
      </div>
      {images.length > 1 && (
        <ol className="catalogue-pictures" aria-label={`Pictures of ${color_name}, in their order`}>
          {images.map((image, index) => (
            <li key={image}>
              <img
                src={imageAddress(imagePath({ image }, ''), 120)}
                alt={`${color_name}, ${index + 1}`}
                width="96"
                height="120"
                loading="lazy"
              />
              <button
                type="button"
                className="studio-small"
                aria-label={`Picture ${index + 1} of ${color_name} earlier`}
                disabled={index === 0}
                onClick={() => onChange({ ...colour, images: moved(images, index, -1) })}
              >
                Earlier
              </button>
              <button
                type="button"
                className="studio-small"
                aria-label={`Picture ${index + 1} of ${color_name} later`}
                disabled={index === images.length - 1}
                onClick={() => onChange({ ...colour, images: moved(images, index, 1) })}
              >
                Later
              </button>
            </li>
          ))}
        </ol>
      )}
    </fieldset>
  );
}
