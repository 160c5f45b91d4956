import { Column, Img } from 'react-email';
import { colours, text } from './look.ts';
import { slot } from './slot.ts';

/** A cell of a line of goods. */
export const cell = {
  ...text,
  padding: '12px 0',
  borderBottom: `1px solid ${colours.boneDeep}`,
  verticalAlign: 'top',
  wordBreak: 'break-word',
} as const;

/** The picture of a line of goods, in the shop's aspect ratio of 4:5; none for a line without one. */
export function Thumbnail() {
  return (
    <>
      {slot('#thumbnails')}
      <Column className="line" style={{ ...cell, width: 80 }}>
        <Img
          src={slot('src')}
          alt={slot('alt')}
          width={64}
          height={80}
          style={{ fontSize: 11, lineHeight: '14px' }}
        />
      </Column>
      {slot('/thumbnails')}
    </>
  );
}
