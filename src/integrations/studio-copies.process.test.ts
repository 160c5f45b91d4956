import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createBuilder } from 'vite';
import { expect, test } from 'vitest';
import { newModules } from '#tests/support/new-modules.ts';
import { studioCopies } from './studio-copies.ts';

const entrance = 'src/features/studio/products/preview/shop-parts.tsx';

test('the shop’s components are bundled separately for the studio, and the shop’s script stays one file', async () => {
  const root = newModules({
    'index.html':
      '<script type="module" src="./shop.ts"></script><script type="module" src="./studio.ts"></script>',
    'shop.ts': "import { card } from './card.ts'; document.title = card('shop');",
    'studio.ts': `import('./${entrance}').then(({ look }) => look());`,
    'card.ts':
      "import { price } from './price.ts'; export const card = (of: string) => price + of;",
    'price.ts': "export const price = 'costs';",
    [entrance]:
      "import { card } from '../../../../../card.ts'; export const look = () => console.log(card('studio'));",
  });
  const builder = await createBuilder({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [studioCopies()],
    build: { modulePreload: false },
  });
  await builder.buildApp();
  const folder = path.join(root, 'dist/assets');
  const scripts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  expect(scripts).toHaveLength(2);
  expect(scripts.filter((script) => script.includes('costs'))).toHaveLength(2);
});
