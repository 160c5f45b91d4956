import { expectAccessible } from './accessibility.ts';
import { expect, test } from './shop-test.ts';

test('each of the five questions has an answer that opens', async ({ page }) => {
  await page.goto('/Faqs');
  const questions = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(questions).toHaveText([
    'What is Minicia?',
    'What makes Minicia different?',
    'Which products does Minicia offer?',
    'Who is the Minicia community for?',
    'How do I join the community?',
  ]);
  for (const question of await questions.all()) {
    const answer = question.locator('xpath=ancestor::details').getByRole('paragraph');
    await expect(answer).toBeHidden();
    await question.click();
    await expect(answer).toBeVisible();
  }
  await expectAccessible(page);
});
