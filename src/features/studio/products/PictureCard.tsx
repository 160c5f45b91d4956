import { useState } from 'react';
import { imageAddress, imagePath } from '#domain/catalogue/image.ts';
import { LONGEST } from '#domain/catalogue/catalogue-rules.ts';
import { Failure } from '../kit/Failure.tsx';
import { Button } from '../kit/Button.tsx';
import { CheckField } from '../kit/form/CheckField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { CropDialog } from './CropDialog.tsx';
import { PictureInput } from './PictureInput.tsx';
import type { ProductKeeper, Upload } from './product-keeper.ts';
import type { TypedPicture } from './typed-product.ts';
import { useSortableItem } from '../kit/sorting/use-sortable-item.ts';

interface Props {
  keeper: ProductKeeper;
  picture: TypedPicture;
  upload: Upload | undefined;
  /** Validation error of its alt text. */
  fault: string | undefined;
  /** “picture 2 of Rust” */
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Shown until the upload is: the shop's copy takes a moment longer. */
function lookOf({ address }: TypedPicture, upload: Upload | undefined): string {
  if (upload && upload.look !== '') return upload.look;
  return address === null ? '' : imageAddress(imagePath({ image: address }, ''), 320);
}

function stateOf({ file, address }: TypedPicture, upload: Upload | undefined): string {
  if (upload?.problem) return upload.problem;
  if (upload || address !== null) return '';
  return `“${file}” had not been uploaded when the page was closed. Choose it again.`;
}

/** A picture with its upload, alt text and place; its picture is the handle for mouse, touch and keyboard. */
export function PictureCard(props: Props) {
  const { keeper, picture, upload, fault, name, index, count, onMove, onRemove } = props;
  const { id, alt, address } = picture;
  const [isCropping, setCropping] = useState(false);
  const { row, handle } = useSortableItem(id, 'picture');
  const look = lookOf(picture, upload);
  const state = stateOf(picture, upload);
  const isUnderWay = upload?.state === 'sending' || upload?.state === 'waiting';
  return (
    <li {...row} className="product-picture">
      <button
        type="button"
        className="product-picture-handle"
        {...handle}
        aria-label={`Move ${name}, place ${index + 1} of ${count}`}
      >
        {look !== '' && (
          <img src={look} alt="" width="96" height="120" draggable={false} decoding="async" />
        )}
        <span aria-hidden="true" className="order-place">
          {index + 1}
        </span>
      </button>
      {isUnderWay && (
        <progress
          className="product-picture-progress"
          aria-label={`Upload of ${name}`}
          value={upload.share}
        />
      )}
      <div className="product-picture-fields">
        <TextField
          label="Alt text"
          fault={fault}
          maxLength={LONGEST.alt}
          value={alt}
          onChange={(text) => keeper.changePicture(id, { alt: text })}
        />
        <CheckField checked={picture.worn} onChange={(worn) => keeper.wearPicture(id, worn)}>
          Worn<span className="sr-only"> in {name}</span>
        </CheckField>
        <Failure of={state} />
        <p className="product-picture-verbs">
          {upload?.state === 'failed' && (
            <Button look="small" aria-label={`Try again: ${name}`} onClick={() => keeper.retry(id)}>
              Try again
            </Button>
          )}
          {count > 1 && (
            <Button
              look="small"
              aria-label={`First: ${name}`}
              // Not `disabled`, which would drop the focus once it is the first.
              aria-disabled={index === 0}
              onClick={() => {
                if (index > 0) onMove(0);
              }}
            >
              First
            </Button>
          )}
          {address?.startsWith('http') && (
            <Button
              look="small"
              opensDialog
              aria-label={`Crop: ${name}`}
              onClick={() => setCropping(true)}
            >
              Crop
            </Button>
          )}
          <PictureInput
            verb="Replace"
            about={name}
            onFiles={([file]) => file && keeper.replacePicture(id, file)}
          />
          <Button look="remove" aria-label={`Remove: ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </p>
      </div>
      {isCropping && address !== null && (
        <CropDialog
          address={address}
          name={name}
          onCrop={(cropped) => keeper.cropPicture(id, cropped)}
          onClose={() => setCropping(false)}
        />
      )}
    </li>
  );
}
