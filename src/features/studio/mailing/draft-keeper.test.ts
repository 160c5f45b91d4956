import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/http/api-error.ts';
import { MailingDraft } from '#domain/contracts/mailing-draft.ts';
import { FakeStorage } from '#tests/support/fake-storage.ts';
import { sampleMailing } from '#tests/support/sample-mailing.ts';
import { DraftKeeper, type SavedDraft } from './draft-keeper.ts';

const local = new FakeStorage();
vi.stubGlobal('localStorage', local);
beforeEach(() => {
  local.clear();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** A server with the rules of `staff_save_mailing`. */
function newShop(content: MailingDraft | null = sampleMailing) {
  const shop = {
    draft: content && ({ version: 1, content, preview: '/preview' } satisfies SavedDraft),
    saves: 0,
    /** Fate of the next saves: response lost, or request lost. */
    faults: [] as ('unanswered' | 'lost')[],
  };
  async function save(version: number, typed: MailingDraft) {
    shop.saves += 1;
    const fault = shop.faults.shift();
    if (fault === 'lost') throw new ApiError(0);
    if (version > 0 && !shop.draft) throw new ApiError(404, { detail: 'It is discarded.' });
    if (shop.draft && version !== shop.draft.version)
      throw new ApiError(409, { detail: 'Changed.' });
    shop.draft = { version: version + 1, content: typed, preview: '/preview' };
    if (fault === 'unanswered') throw new ApiError(0);
    return { version: shop.draft.version, preview: '/preview' };
  }
  const open = () =>
    new DraftKeeper(
      'a',
      shop.draft,
      { ...sampleMailing, subject: '' },
      {
        save,
        load: () => Promise.resolve(shop.draft),
      },
    );
  return { shop, open };
}

const typed = (heading: string) => ({ ...sampleMailing, heading });
const wait = () => vi.advanceTimersByTimeAsync(20_000);

const changed: MailingDraft = {
  subject: 'Another',
  preheader: 'Another',
  heading: 'Another',
  text: 'Another',
  picture: '/another.jpg',
  pictureAlt: 'Another',
  buttonLabel: 'Another',
  buttonHref: '/another',
  segment: { bought: 'yes', category: null, country: '' },
  products: [99],
};
test.for(MailingDraft.keyof().options)('saves a change of %s alone', async (field) => {
  const { shop, open } = newShop();
  const content = { ...sampleMailing, [field]: changed[field] };
  open().change(content);
  await wait();
  expect(shop.draft?.content).toEqual(content);
});

test('saves once, after a debounce', async () => {
  const { shop, open } = newShop(null);
  const keeper = open();
  await wait();
  expect(shop.saves).toBe(0);
  for (const heading of ['O', 'On', 'One']) keeper.change(typed(heading));
  expect(keeper.$state.get()).toMatchObject({ saving: 'unsaved' });
  await wait();
  expect(shop).toMatchObject({ saves: 1, draft: { version: 1, content: { heading: 'One' } } });
  expect(keeper.$state.get()).toMatchObject({ saving: 'saved', version: 1, preview: '/preview' });
  expect(local.length).toBe(0);
});

test('keeps and retries without a network; a lost response does not count as a conflict', async () => {
  const { shop, open } = newShop();
  shop.faults = ['unanswered', 'lost', 'lost'];
  const keeper = open();
  keeper.change(typed('One'));
  await vi.advanceTimersByTimeAsync(1100);
  expect(keeper.$state.get()).toMatchObject({ saving: 'failed', problem: 'Network error' });
  keeper.change(typed('Two'));
  await wait();
  expect(shop.draft).toMatchObject({ version: 3, content: { heading: 'Two' } });
  expect(keeper.$state.get()).toMatchObject({ saving: 'saved', version: 3 });
});

test('restores input that did not reach the server before the tab was closed', async () => {
  const { shop, open } = newShop();
  shop.faults = ['unanswered'];
  const gone = open();
  gone.change(typed('One'));
  void gone.flush().catch(() => null);
  gone.change(typed('One and more'));
  vi.clearAllTimers();
  await vi.advanceTimersByTimeAsync(0);
  vi.clearAllTimers();
  const keeper = open();
  expect(keeper.$state.get()).toMatchObject({
    content: { heading: 'One and more' },
    isRestored: true,
  });
  await wait();
  expect(shop.draft).toMatchObject({ version: 3, content: { heading: 'One and more' } });
});

test.each([
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
] as const)('two who changed it are asked whose counts: %s', async (whose, heading) => {
  const { shop, open } = newShop();
  const [keeper, other] = [open(), open()];
  other.change(typed('Theirs'));
  await wait();
  keeper.change(typed('Mine'));
  await wait();
  expect(keeper.$state.get()).toMatchObject({
    saving: 'conflict',
    content: { heading: 'Mine' },
    theirs: { content: { heading: 'Theirs' } },
  });
  // Further input is kept but not saved.
  expect(shop.draft?.content.heading).toBe('Theirs');
  expect(open().$state.get()).toMatchObject({ saving: 'conflict', content: { heading: 'Mine' } });
  await keeper.settle(whose);
  await wait();
  expect(keeper.$state.get()).toMatchObject({ saving: 'saved', content: { heading } });
  expect(shop.draft?.content.heading).toBe(heading);
  expect(local.length).toBe(0);
  if (shop.draft) other.follow(shop.draft);
  expect(other.$state.get().content.heading).toBe(heading);
});

test('a mailing discarded elsewhere is saved again only on request', async () => {
  const { shop, open } = newShop();
  const keeper = open();
  shop.draft = null;
  keeper.change(typed('Mine'));
  await wait();
  expect(keeper.$state.get()).toMatchObject({ saving: 'conflict', theirs: null });
  await keeper.settle('mine');
  expect(shop.draft).toMatchObject({ version: 1, content: { heading: 'Mine' } });
});

test('a mailing discarded here is not saved again', async () => {
  const { shop, open } = newShop();
  const keeper = open();
  keeper.change(typed('Mine'));
  await keeper.forget();
  await wait();
  expect(shop.saves).toBe(0);
  expect(local.length).toBe(0);
});
