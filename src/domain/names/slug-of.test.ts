import { expect, test } from 'vitest';
import { SLUG } from '../catalogue/catalogue-rules.ts';
import { freeSlug } from './free-slug.ts';
import { slugOf } from './slug-of.ts';

test.each([
  ['Große Mütze', 'grosse-mutze'],
  ['Tide & Cap', 'tide-and-cap'],
  ['Smørrebrød Cap', 'smorrebrod-cap'],
  ['Æbelø', 'aebelo'],
  ['Łódź', 'lodz'],
  ['Đorđe’s Þórr', 'dorde-s-thorr'],
  ['Œuvre ﬁne', 'oeuvre-fine'],
  ['KIRMIZI ışık İpek', 'kirmizi-isik-ipek'],
  ['Шапки', 'shapki'],
  ['Щёголь', 'shchegol'],
  ['Київ', 'kiiv'],
  ['Καπέλο', 'kapelo'],
  ['ＣＡＰ №５', 'cap-no5'],
  ['Cap\u200B 2', 'cap-2'],
  ['帽子', ''],
  ['🧢', ''],
])('the slug of %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('a long name’s slug is shortened', () => {
  const slug = slugOf(`${'a'.repeat(99)} beanie`);
  expect(slug).toBe('a'.repeat(99));
  expect(slug).toMatch(SLUG);
});

test('a taken slug gets the next number', () => {
  const taken = new Set(['hats', 'hats-2']);
  expect(freeSlug('hats', (slug) => taken.has(slug))).toBe('hats-3');
  const long = 'a'.repeat(100);
  expect(freeSlug(long, (slug) => slug === long)).toBe(`${'a'.repeat(98)}-2`);
});
