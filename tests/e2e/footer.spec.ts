import { expectAccessible } from './accessibility.ts';
import { frames, scrollTo } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

test('the footer has the blurb, the e-mail and two social links under the brand, the link to withdraw first under Help, eight more links and the copyright; a button leads back to the top', async ({
  page,
}) => {
  await page.goto('/termsandconditions');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(/^Minicia makes hats, knitwear and eyewear/)).toBeVisible();
  await expect(footer.getByText(/^© \d{4} Minicia Ltd\. All rights reserved\.$/)).toBeVisible();
  await expect(
    footer.getByText(
      /^Minicia Ltd, registered in England and Wales, number \d{8}\. Registered office: /,
    ),
  ).toBeVisible();
  const linksOf = (name: string) =>
    footer
      .getByRole('navigation', { name })
      .getByRole('link')
      .evaluateAll((all) =>
        all.map((link) => [link.textContent.trim(), link.getAttribute('href')]),
      );
  expect(await linksOf('Minicia')).toEqual([
    ['hello@minicia.example', 'mailto:hello@minicia.example'],
    ['Instagram', expect.stringMatching(/^https:\/\/www\.instagram\.com\//)],
    ['TikTok', expect.stringMatching(/^https:\/\/www\.tiktok\.com\//)],
  ]);
  expect(await linksOf('Help')).toEqual([
    ['Withdraw from contract here', '/withdraw'],
    ['FAQ', '/Faqs'],
    ['Privacy Policy', '/privacypolicy'],
    ['Terms and Conditions', '/termsandconditions'],
    ['Return Policy', '/returnpolicy'],
    ['Reviews', '/reviewpolicy'],
    ['Accessibility', '/accessibility'],
    ['What We Count', '/what-we-count'],
    ['Gift Card Balance', '/gift-card'],
  ]);

  const button = page.getByRole('button', { name: 'Back to top' });
  await test.step('a back-to-top button appears after 400 pixels', async () => {
    await scrollTo(page, 400);
    await expect(button).toBeHidden();
    await scrollTo(page, 401);
    await expect(button).toBeVisible();
    await page.reload();
    await expect(button, 'a page that opens where it was left').toBeVisible();
    await expectAccessible(page);
    await button.click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect(button).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('with reduced motion it jumps without scrolling', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await scrollTo(page, 3000);
    await button.click();
    await frames(page, 2);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step('the button makes way for a control that appears below it later', async () => {
    await scrollTo(page, 600);
    await expect(button).toBeVisible();
    const place = await button.boundingBox();
    await page.evaluate((y) => {
      const control = document.createElement('button');
      control.textContent = 'Late';
      control.style.cssText = `position: absolute; top: ${scrollY + y}px; right: 0; padding: 1rem`;
      const above = document.createElement('p');
      above.textContent = 'Content';
      document.body.append(above, control);
    }, place?.y ?? 0);
    await expect(button).toBeHidden();
  });
});
