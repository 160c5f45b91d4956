import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { projectFolder } from '#local/settings.ts';

/** Files with imports that the linter refuses and imports that pass. */
const files: Record<string, { refused: string[]; passing: string[] }> = {
  'src/features/cart/cart-text.ts': {
    refused: [
      '../checkout/use-checkout.ts',
      '#features/checkout/use-checkout.ts',
      '../../ui/button.ts',
      '../../../tests/support/dice.ts',
    ],
    passing: ['./lines/line.ts', '#ui/button.ts', '#features/product-card/card.ts'],
  },
  'src/features/cart/lines/line.ts': {
    refused: ['../../checkout/use-checkout.ts', '../../../stores/cart.ts'],
    passing: ['../checkout/own-folder.ts', '../cart-text.ts'],
  },
  'src/features/studio/products/preview/look.ts': {
    refused: ['../../../product/picker.ts', '#features/cart/cart-text.ts'],
    passing: ['../../kit/problem-text.ts', '../bulk-sale.ts', '#features/product/picker.ts'],
  },
  'src/layouts/shop.ts': {
    refused: ['../features/cart/cart-text.ts', '#features/cart/cart-text.ts'],
    passing: ['../styles/prose.css', '#features/layout/header.ts'],
  },
  'src/domain/money/money.ts': {
    refused: ['../api/http/call.ts', '#api/http/call.ts'],
    passing: ['./tax.ts', './wire/product.ts'],
  },
  'netlify/server/mail/receipt.ts': {
    refused: [
      '../orders/shopper-order.ts',
      '../checkout/purchase.ts',
      '../../../src/domain/money/money.ts',
      '#api/http/call.ts',
    ],
    passing: ['../database.ts', '../html/escape-html.ts', '#domain/money/money.ts'],
  },
  'netlify/server/a-new-room/new.ts': {
    refused: ['../html/escape-html.ts'],
    passing: ['../database.ts'],
  },
  'packages/stripe-checkout-sandbox/src/charge.ts': {
    refused: [
      '#domain/money/money.ts',
      '../../../src/domain/money/money.ts',
      '../../other/src/index.ts',
    ],
    passing: ['./currency.ts', 'hono'],
  },
  'packages/stripe-checkout-sandbox/tests/pay.test.ts': {
    refused: ['#local/child.ts', '../../../tests/support/dice.ts'],
    passing: ['../src/index.ts'],
  },
  'tests/api/pay.test.ts': {
    refused: ['../../packages/stripe-checkout-sandbox/src/charge.ts'],
    passing: ['stripe-checkout-sandbox', '../../local/child.ts'],
  },
  'netlify/server/database.ts': {
    refused: ['./mail/receipt.ts', '../functions/webhook.ts'],
    passing: ['./within.ts'],
  },
};

const Report = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.int() }) })),
    }),
  ),
});

const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-boundaries-'));
let diagnostics: z.infer<typeof Report>['diagnostics'];

beforeAll(async () => {
  copyFileSync(path.join(projectFolder, 'oxlint.config.ts'), path.join(folder, 'oxlint.config.ts'));
  symlinkSync(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [name, { refused, passing }] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, [...refused, ...passing].map((from) => `import '${from}';\n`).join(''));
  }
  const linter = path.join(projectFolder, 'node_modules/.bin/oxlint');
  const report = await new Promise<string>((resolve) => {
    // Exits with 1, as it must.
    execFile(
      linter,
      ['--format=json', 'src', 'netlify', 'packages', 'tests'],
      { cwd: folder },
      (_, printed) => resolve(printed),
    );
  });
  ({ diagnostics } = Report.parse(JSON.parse(report)));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(Object.entries(files))(
  '%s imports no room that it may not, by any path',
  (name, { refused, passing }) => {
    const lines = [...refused, ...passing];
    const found = diagnostics
      .filter(({ code, filename }) => code.includes('no-restricted-imports') && filename === name)
      .map(({ labels }) => lines[(labels[0]?.span.line ?? 0) - 1]);
    expect(found.toSorted()).toEqual(refused.toSorted());
  },
);
