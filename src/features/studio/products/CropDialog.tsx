import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { focusOf, PRODUCT_SHAPE, wholePicture } from '#domain/site-content/focused-picture.ts';
import { imageAddress } from '#domain/catalogue/image.ts';
import { focusPicture } from '#domain/contracts/catalogue-reading.ts';
import { Failure } from '../kit/Failure.tsx';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { StudioDialog } from '../kit/form/StudioDialog.tsx';
import { problemText } from '../kit/problem-text.ts';
import { useOpenDialog } from '../kit/use-open-dialog.ts';

interface Props {
  /** URL of the picture or of a crop of it. */
  address: string;
  /** “picture 2 of Rust” */
  name: string;
  onCrop: (address: string) => void;
  onClose: () => void;
}

/** Difference in shape that nobody sees. */
const SAME_SHAPE = 0.005;

function percent(at: number, of: number): number {
  return Math.round(Math.min(1, Math.max(0, at / of)) * 100);
}

/** Chooses the part of a picture that its 4:5 crop keeps: by click, tap or arrow keys. */
export function CropDialog({ address, name, onCrop, onClose }: Props) {
  const dialog = useOpenDialog();
  const heading = useRef<HTMLHeadingElement>(null);
  const [focus, setFocus] = useState(() => focusOf(address));
  /** Width to height of the whole picture; null until it has loaded. */
  const [shape, setShape] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const id = useId();
  const whole = imageAddress(wholePicture(address), 640);
  const axis = shape !== null && shape < PRODUCT_SHAPE ? 'y' : 'x';
  const isWhole = shape !== null && Math.abs(shape - PRODUCT_SHAPE) < SAME_SHAPE;

  // The slider, which had the focus, is gone.
  useEffect(() => {
    if (isWhole) heading.current?.focus();
  }, [isWhole]);

  function point({ currentTarget, clientX, clientY }: MouseEvent): void {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // The clicked point comes into the middle of the crop, as far as the picture allows.
    const kept = axis === 'x' ? (height * PRODUCT_SHAPE) / width : width / PRODUCT_SHAPE / height;
    const at = axis === 'x' ? (clientX - left) / width : (clientY - top) / height;
    setFocus({ ...focus, [axis]: percent(at - kept / 2, 1 - kept) });
  }

  async function crop(): Promise<void> {
    setBusy(true);
    setProblem('');
    try {
      const { address: cropped } = await asStaff(focusPicture, { address, focus });
      onCrop(cropped);
      dialog.current?.close();
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  }

  // Outside the product's form, which Enter would submit.
  return createPortal(
    <StudioDialog
      dialog={dialog}
      heading={heading}
      title={`Crop ${name}`}
      busy={isBusy}
      onClose={onClose}
    >
      <div className="crop">
        <figure>
          {/* Keyboard users have the slider. */}
          <div className="crop-whole" onClick={point} role="presentation">
            <img
              src={whole}
              alt=""
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setShape(naturalWidth / naturalHeight)
              }
            />
          </div>
          <figcaption className="studio-soft">The whole picture</figcaption>
        </figure>
        <figure>
          <img
            className="crop-part"
            src={whole}
            alt=""
            style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
          />
          <figcaption className="studio-soft">In the shop</figcaption>
        </figure>
      </div>
      {isWhole ? (
        <p>This picture is 4:5: nothing is cut off.</p>
      ) : (
        <div>
          <label className="label" htmlFor={id}>
            {axis === 'x' ? 'Left to right' : 'Top to bottom'}
          </label>
          <input
            id={id}
            type="range"
            min={0}
            max={100}
            step={5}
            className="pages-slider"
            value={focus[axis]}
            onChange={({ currentTarget }) =>
              setFocus({ ...focus, [axis]: Number(currentTarget.value) })
            }
          />
          <p className="studio-soft">
            Click the part that must stay visible, or use the arrow keys.
          </p>
        </div>
      )}
      <Failure of={problem} />
      <div className="studio-actions">
        <Button
          look="main"
          busy={isBusy}
          disabled={shape === null || isWhole}
          onClick={() => void crop()}
        >
          Use this crop
        </Button>
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
    </StudioDialog>,
    document.body,
  );
}
