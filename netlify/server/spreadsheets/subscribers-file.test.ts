import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { subscribersWorkbook } from './subscribers-file.ts';
import { workbookTables } from './workbook-tables.ts';

const formula = '=1+1@example.com';

test('a workbook of subscribers has London’s moments as such, a frozen header, and no formula', async () => {
  const person = { asked_from: 'footer' as const, confirmed_text: '+44 and “more”, €' };
  const bytes = await subscribersWorkbook([
    { ...person, id: '', email: formula, confirmed_at: '2026-07-14T23:30:00Z' },
  ]);
  const [sheet] = await workbookTables(bytes);
  expect(sheet?.rows[1]).toEqual([
    formula,
    new Date('2026-07-15T00:30:00Z'),
    'footer',
    '+44 and “more”, €',
  ]);
  const xml = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString();
  expect(xml).toContain('state="frozen"');
  expect(xml).not.toContain('<f');
});

test('an empty list is a sheet with its header', async () => {
  const [sheet] = await workbookTables(await subscribersWorkbook([]));
  expect(sheet?.rows).toHaveLength(1);
});
