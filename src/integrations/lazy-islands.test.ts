import { expect, test } from 'vitest';
import { withLazyIslands } from './lazy-islands.ts';

const directive = '<script>self.Astro.later=c;dispatchEvent(new Event("astro:later"));</script>';
const element = '<script>class f{}if(1<2)customElements.define("astro-island",f)</script>';
const own = '<script>history.scrollRestoration</script>';

function page(client: string, scripts: string): string {
  return `${own}${scripts}<astro-island ssr client="${client}" opts="{}"></astro-island>`;
}

test('a page whose islands wait for interaction does not define them', () => {
  expect(withLazyIslands(page('later', directive + element))).toBe(page('later', ''));
});

test('a page with other islands, or none, is unchanged', () => {
  const painted = page('later', directive + element) + page('painted', '');
  expect(withLazyIslands(painted)).toBe(painted);
  expect(withLazyIslands(own)).toBe(own);
});

test('the build fails if Astro defines islands in another way', () => {
  expect(() => withLazyIslands(page('later', directive))).toThrow('astro-island');
});
