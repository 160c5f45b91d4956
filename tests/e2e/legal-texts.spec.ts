import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';

const email = { name: 'hello@minicia.example' };

test('the terms have their date and their fourteen sections', async ({ page }) => {
  await page.goto('/termsandconditions');
  await expect(page.getByText('Effective 07/10/24')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    '1. Company information',
    '2. Acceptance of these terms',
    '3. Use of the site',
    '4. Intellectual property',
    '5. User content licence',
    '6. Third-party links',
    '7. Disclaimer of warranties',
    '8. Limitation of liability',
    '9. Indemnity',
    '10. Termination',
    '11. Governing law',
    '12. Changes to these terms',
    '13. Severability',
    '14. Contact',
  ]);
  await expect(page.getByText(/governed by the law of England and Wales/)).toBeVisible();
  await expect(page.getByText(/COMPANY_/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'legal guarantee of conformity' })).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
});

const facts = [
  'within 48 business hours after your payment has been confirmed',
  'Monday to Friday and exclude public holidays',
  'England, Wales, Scotland and Northern Ireland',
  'free of charge and takes 2–3 business days after dispatch',
  'at a charge for orders placed before 12:00 PM GMT',
  'Orders placed later are processed the next business day',
  'Shipping rates vary by country',
  'Customs duties and taxes of the country of delivery are your responsibility',
  'United States: Duties and taxes are included: we pay them before the parcel leaves',
  'European Union: Duties and taxes are not included',
  '€3 for each kind of goods',
  'All other countries, Guernsey and Jersey included: Duties and taxes are not included',
  'within 30 days of delivery, for a refund or an exchange',
  'unworn and unwashed, with their tags attached',
  'Every return needs our authorisation',
  'You pay for return shipping, unless the item is defective or we sent the wrong one',
  'Customs duties on international orders are non-refundable',
  'within 7–10 business days to your original payment method',
  'To exchange an item, return it and place a new order',
];

test('shipping and returns state every fact of the policy', async ({ page }) => {
  await page.goto('/returnpolicy');
  await expect(page.getByText('Effective 07/10/24')).toBeVisible();
  const main = page.getByRole('main');
  for (const fact of facts) await expect(main).toContainText(fact);
  await expect(main.getByRole('link', email)).toHaveAttribute('href', /^mailto:/);
  await expectAccessible(page, { oneWidth: true });
  // Also shown before the contract.
  await page.goto('/cart');
  await page.getByRole('link', { name: 'returns and your right to cancel' }).click();
  await expect(page).toHaveURL(/\/returnpolicy$/);
});

test('the privacy policy names the law, the rights and a contact', async ({ page }) => {
  await page.goto('/privacypolicy');
  const main = page.getByRole('main');
  for (const law of ['UK General Data Protection Regulation', 'Data Protection Act 2018']) {
    await expect(main).toContainText(law);
  }
  await expect(
    main
      .getByRole('listitem')
      .filter({ hasText: /^(to|of|in) / })
      .getByRole('strong'),
  ).toHaveText([
    'to be informed',
    'of access',
    'to rectification',
    'to erasure',
    'to restrict processing',
    'to data portability:',
    'to object',
    'in relation to automated decisions and profiling.',
    'to withdraw consent',
  ]);
  await expect(main.getByRole('link', email).first()).toHaveAttribute('href', /^mailto:/);
  await expect(main).not.toContainText('COMPANY_');
  await expectAccessible(page, { oneWidth: true });
});

test('the accessibility statement lists what was tested, what was not, and whom to contact @accessibility', async ({
  page,
}) => {
  await page.goto('/accessibility');
  const main = page.getByRole('main');
  await expect(main.getByText(/^Last tested on \d+ \w+ 20\d\d$/)).toBeVisible();
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Our aim',
    'What works',
    'What is not covered',
    'Tell us about a barrier',
    'If you are not content with our answer',
    'About this statement',
  ]);
  await expect(main.getByRole('link', email)).toHaveAttribute('href', /^mailto:/);
  await main.getByText(/^The \d+ rules/).click();
  await expect(main.getByText(/color-contrast/)).toBeVisible();
  await expectAccessible(page, { as: 'This statement' });
});

test('the only way to contact the shop is by email', async ({ page }) => {
  await page.goto('/contact-us');
  const links = page.getByRole('main').getByRole('link');
  await expect(links).toHaveText(['hello@minicia.example']);
  await expect(links).toHaveAttribute('href', 'mailto:hello@minicia.example');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page, { oneWidth: true });
});
