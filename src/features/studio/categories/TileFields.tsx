import type { ListingTile } from '#domain/site-content/listing-tile.ts';
import { Button } from '../kit/Button.tsx';
import { CaptionedPicture } from '../kit/CaptionedPicture.tsx';
import type { Faults } from '../kit/form/Field.tsx';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { LinkField } from '../kit/form/LinkField.tsx';
import { emptyTile } from './typed-category.ts';

interface Props {
  tile: ListingTile | null;
  /** Errors by field. */
  faults: Faults;
  onChange: (tile: ListingTile | null) => void;
}

/** A wide picture with a link among the products of a listing. */
export function TileFields({ tile, faults, onChange }: Props) {
  if (tile === null)
    return (
      <>
        <p className="studio-soft">
          Optional: a wide picture with a link, after the eighth product of each page.
        </p>
        <Button onClick={() => onChange(emptyTile)}>Add a tile</Button>
      </>
    );
  const change = (changes: Partial<ListingTile>) => onChange({ ...tile, ...changes });
  const field = fieldsOf(tile, change, faults);
  return (
    <>
      <CaptionedPicture
        name="Tile"
        value={tile}
        faults={faults}
        captionHint="Over the foot of the picture. Empty: none."
        onChange={change}
      />
      <LinkField label="Tile: link" {...field('link')} />
      <Button onClick={() => onChange(null)}>Remove the tile</Button>
    </>
  );
}
