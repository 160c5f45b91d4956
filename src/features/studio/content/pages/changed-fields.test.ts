import { describe, expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

const focus = { x: 50, y: 50 };

function faq(...questions: string[]) {
  return { questions: questions.map((question) => ({ question, answer: `About ${question}` })) };
}

describe('the changed fields of a page', () => {
  test('are those that differ, under their form’s labels', () => {
    const was = { text: 'Sale', link: '', from: null, until: null };
    const until = '2027-06-01T17:00:00.000Z';
    expect(changedFields('announcement', was, { ...was, until })).toEqual([
      { label: 'Until', kind: 'moment', was: null, now: until },
    ]);
  });

  test('show a picture with its focal point', () => {
    const was = { picture: '/a.webp', alt: '', focus };
    const now = { ...was, focus: { x: 70, y: 50 } };
    expect(changedFields('hero', was, now)).toEqual([
      {
        label: 'Picture at the top',
        kind: 'picture',
        was: { picture: '/a.webp', focus },
        now: { picture: '/a.webp', focus: now.focus },
      },
    ]);
  });

  test('name a tile by its place', () => {
    const tile = { category: 'men', title: 'Men', description: 'For men', picture: '/m', focus };
    const tiles = { heading: 'New', subtitle: '', tiles: [tile, tile] };
    const now = { ...tiles, tiles: [tile, { ...tile, category: 'women' }] };
    expect(changedFields('tiles', tiles, now)).toEqual([
      { label: 'Tile 2 link', kind: 'category', was: 'men', now: 'women' },
    ]);
  });

  test('show the tile of a listing that had none', () => {
    const tile = { picture: '/t', focus, alt: 'A hat', caption: '', link: '/cart' };
    expect(changedFields('listing', { tile: null }, { tile })).toEqual([
      { label: 'Tile', kind: 'picture', was: undefined, now: { picture: '/t', focus } },
      { label: 'Tile: alt text', kind: 'words', was: undefined, now: 'A hat' },
      { label: 'Tile: link', kind: 'words', was: undefined, now: '/cart' },
    ]);
  });

  test('show the differing lines of a long text', () => {
    const text = ['# One', 'a', '', 'b', '', 'c'].join('\n');
    const was = { title: 'Terms', description: '', effective: null, text };
    const now = { ...was, text: text.replace('a', 'A').replace('c', 'c\n\nd') };
    expect(changedFields('terms', was, now).map(({ was: from, now: to }) => [from, to])).toEqual([
      ['a', 'A'],
      ['', 'd'],
    ]);
  });

  test('list questions added, removed, rewritten and moved, and no others', () => {
    const changes = (now: unknown) =>
      changedFields('faq', faq('A', 'B', 'C'), now).map(({ label, was, now: to }) => [
        label,
        was,
        to,
      ]);
    expect(changes(faq('A', 'X', 'B', 'C'))).toEqual([
      ['Question 2', undefined, 'X'],
      ['Question 2: answer', undefined, 'About X'],
    ]);
    expect(changes(faq('A', 'C'))).toEqual([
      ['Question 2, removed', 'B', undefined],
      ['Question 2: answer, removed', 'About B', undefined],
    ]);
    expect(changes(faq('C', 'A', 'B'))).toEqual([['Order', 'A\nB\nC', 'C\nA\nB']]);
    expect(changes(faq('A', 'X', 'C'))).toEqual([
      ['Question 2', 'B', 'X'],
      ['Question 2: answer', 'About B', 'About X'],
    ]);
  });
});
