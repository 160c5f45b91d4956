import { type MouseEvent, useId } from 'react';
import { imageAddress } from '#domain/catalogue/image.ts';
import type { Focus } from '#domain/site-content/content-fields.ts';
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

interface Props {
  /** Name of the picture, unique on the page. */
  name: string;
  value: Picture;
  onChange: (changes: Partial<Picture>) => void;
}

function percent(at: number, of: number): number {
  return Math.round(Math.min(1, Math.max(0, at / of)) * 100);
}

/** A picture and its focal point, which stays visible when the edges are cropped: set by click or keyboard. */
export function PictureFields({ name, value, onChange }: Props) {
  const { picture, focus } = value;
  function point({ currentTarget, clientX, clientY }: MouseEvent): void {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange({ focus: { x: percent(clientX - left, width), y: percent(clientY - top, height) } });
  }
  return (
    <fieldset className="pages-picture">
      <legend className="label">{name}</legend>
      {/* Keyboard users have the sliders. */}
      <div className="pages-focus" onClick={point} role="presentation">
        <img src={imageAddress(picture, 640)} alt="" />
        <span style={{ left: `${focus.x}%`, top: `${focus.y}%` }} />
      </div>
      <ReplacePicture
        name={name}
        // A new picture starts with its centre: the old focal point means nothing for it.
        onPicture={(address) => onChange({ picture: address, focus: { x: 50, y: 50 } })}
      />
      <p className="studio-soft">
        Click the part that must stay visible on every screen, or move the point:
      </p>
      <div className="pages-pair">
        <Slider
          label="Left to right"
          value={focus.x}
          onChange={(x) => onChange({ focus: { ...focus, x } })}
        />
        <Slider
          label="Top to bottom"
          value={focus.y}
          onChange={(y) => onChange({ focus: { ...focus, y } })}
        />
      </div>
    </fieldset>
  );
}
