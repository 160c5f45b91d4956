import { expect, test } from 'vitest';
import { type FrameReport, shownSince } from './frame-reports.ts';

const frame = (time: number, content: boolean, back: boolean): FrameReport => ({
  kind: 'frame',
  time,
  content,
  back,
});
const picture = (time: number, addresses: string): FrameReport => ({
  kind: 'picture',
  time,
  addresses,
});

test('times content and pictures from the press, and the sharp picture is the final one', () => {
  const reports = [
    frame(90, false, true),
    { kind: 'up', time: 100 } as const,
    frame(116, false, true),
    frame(160, true, false),
    picture(160, 'card.webp'),
    picture(400, 'large.webp'),
  ];
  expect(shownSince(100, reports)).toEqual({ content: 60, picture: 60, sharp: 300, back: 16 });
});

test('ignores content shown before the press', () => {
  const reports = [frame(90, true, true), picture(95, 'card.webp')];
  const nothing = { content: undefined, picture: undefined, sharp: undefined, back: undefined };
  expect(shownSince(100, reports)).toEqual(nothing);
});

test('has no time for a picture that has not been shown', () => {
  const reports = [frame(150, true, false), picture(150, '')];
  expect(shownSince(100, reports)).toMatchObject({ content: 50, picture: undefined });
});
