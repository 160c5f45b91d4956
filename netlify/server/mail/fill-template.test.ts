import { expect, test } from 'vitest';
import { fillTemplate } from './fill-template.ts';

const template =
  '<h1>{{name}}</h1>{{#lines}}<p title="{{what}}">{{count}}</p>{{/lines}}<i>{{name}}</i>';

test('slots are filled, and a list’s part once for each of its items', () => {
  const lines = [
    { what: 'Hat', count: '1' },
    { what: 'Scarf', count: '2' },
  ];
  expect(fillTemplate(template, { name: 'Ada', lines })).toBe(
    '<h1>Ada</h1><p title="Hat">1</p><p title="Scarf">2</p><i>Ada</i>',
  );
  expect(fillTemplate(template, { name: 'Ada', lines: [] })).toBe('<h1>Ada</h1><i>Ada</i>');
});

test('texts are escaped, keep their lines and fill no other slot', () => {
  const lines = [{ what: '"{{name}}"', count: '{{/lines}}' }];
  expect(fillTemplate(template, { name: '<b>\n& $& {{count}}', lines })).toBe(
    '<h1>&lt;b&gt;<br>&amp; $&amp; {{count}}</h1>' +
      '<p title="&quot;{{name}}&quot;">{{/lines}}</p>' +
      '<i>&lt;b&gt;<br>&amp; $&amp; {{count}}</i>',
  );
});

test('a slot that is left unfilled is an error, at compile time too', () => {
  // @ts-expect-error: lines is missing.
  expect(() => fillTemplate(template, { name: 'Ada' })).toThrow('slot lines is not filled');
  // @ts-expect-error: a line's count is missing.
  expect(() => fillTemplate(template, { name: 'Ada', lines: [{ what: 'Hat' }] })).toThrow(
    'slot count is not filled',
  );
  // @ts-expect-error: lines are a list.
  expect(() => fillTemplate(template, { name: 'Ada', lines: 'Hat' })).toThrow(
    'slot lines is not filled',
  );
});

test('a value that no slot takes is an error, at compile time too', () => {
  // @ts-expect-error: there is no slot `nmae`.
  expect(() => fillTemplate('<p>{{name}}</p>', { name: 'Ada', nmae: 'Ada' })).toThrow(
    'no slot nmae',
  );
});

test('names that every object has fill no slot', () => {
  // @ts-expect-error: the slot is missing.
  expect(() => fillTemplate('{{toString}}', {})).toThrow('slot toString is not filled');
});
