import { type MouseEvent, useId } from 'react';
import { imageAddress } from '#domain/catalogue/image.ts';
import { CENTRE, type Focus } from '#domain/site-content/content-fields.ts';
import { ReplacePicture } from './ReplacePicture.tsx';

interface Picture {
  picture: string;
  focus: Focus;
}

interface SliderProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

function Slider({ label, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        className="pages-slider"
        value={value}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  );
}

function percent(at: number, of: number): number {
  return Math.round(Math.min(1, Math.max(0, at / of)) * 100);
}

interface FocusProps {
  /** The picture's URL. */
  picture: string;
  focus: Focus;
  /** Start of the hint. */
  hint?: string;
  onChange: (focus: Focus) => void;
}

/** The focal point of a picture, which stays visible when the edges are cropped: set by click or keyboard. */
export function FocusFields({
  picture,
  focus,
  hint = 'Click the part that must stay visible on every screen',
  onChange,
}: FocusProps) {
  function point({ currentTarget, clientX, clientY }: MouseEvent): void {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange({ x: percent(clientX - left, width), y: percent(clientY - top, height) });
  }
  return (
    <>
      {/* Keyboard users have the sliders. */}
      <div className="pages-focus" onClick={point} role="presentation">
        <img src={imageAddress(picture, 640)} alt="" />
        <span style={{ left: `${focus.x}%`, top: `${focus.y}%` }} />
      </div>
      <p className="studio-soft">{hint}, or move the point:</p>
      <div className="pages-pair">
        <Slider label="Left to right" value={focus.x} onChange={(x) => onChange({ ...focus, x })} />
        <Slider label="Top to bottom" value={focus.y} onChange={(y) => onChange({ ...focus, y })} />
      </div>
    </>
  );
}

interface Props {
  /** Name of the picture, unique on the page. */
  name: string;
  value: Picture;
  onChange: (changes: Partial<Picture>) => void;
}

/** A picture and its focal point. */
export function PictureFields({ name, value, onChange }: Props) {
  return (
    <fieldset className="pages-picture">
      <legend className="label">{name}</legend>
      <FocusFields {...value} onChange={(focus) => onChange({ focus })} />
      <ReplacePicture
        name={name}
        // A new picture starts with its centre: the old focal point means nothing for it.
        onPicture={(address) => onChange({ picture: address, focus: CENTRE })}
      />
    </fieldset>
  );
}
