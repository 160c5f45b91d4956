import { expect, test } from 'vitest';
import { withLateIslands } from './late-islands.ts';

const directive = (name: string) =>
  `<script>self.Astro.${name}=c;dispatchEvent(new Event("astro:${name}"));</script>`;
const element = '<script>class f{}if(1<2)customElements.define("astro-island",f)</script>';
const own = '<script>history.scrollRestoration</script>';
const island = (client: string) => `<astro-island ssr client="${client}" opts="{}"></astro-island>`;

test('a page whose islands wait for interaction does not define them', () => {
  const page = `<body>${own}${directive('later')}${element}${island('later')}</body>`;
  expect(withLateIslands(page)).toBe(`<body>${own}${island('later')}</body>`);
});

test('other islands are defined after the content, in the same order', () => {
  const page =
    `<body>${own}${directive('load')}${element}${island('load')}` +
    `<p>$&</p>${directive('later')}${island('later')}</body>`;
  expect(withLateIslands(page)).toBe(
    `<body>${own}${island('load')}<p>$&</p>${island('later')}` +
      `${directive('load')}${element}${directive('later')}</body>`,
  );
});

test('a page without islands is unchanged', () => {
  expect(withLateIslands(own)).toBe(own);
});

test.each([directive('load'), element])(
  'the build fails if Astro defines islands in another way',
  (only) => {
    expect(() => withLateIslands(only + island('load'))).toThrow('lacks');
  },
);
