import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/http/api-error.ts';
import { MailingDraft } from '#domain/contracts/mailing-draft.ts';
import { FakeStorage } from '#tests/support/fake-storage.ts';
import { sampleMailing } from '#tests/support/sample-mailing.ts';
import { mailingKeeper, type SavedMailing, savedMailing } from './mailing-keeper.ts';

const local = new FakeStorage();
vi.stubGlobal('localStorage', local);
beforeEach(() => {
  local.clear();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

function row(version: number, content: MailingDraft): SavedMailing {
  return {
    version,
    content,
    preview: '/preview',
    changed_at: '2026-11-28T10:00:00Z',
    changed_by: 'Ada',
  };
}

/** A server with the rules of `staff_save_mailing`. */
function newShop(content: MailingDraft | null = sampleMailing) {
  const shop = {
    draft: content && row(1, content),
    saves: 0,
    /** Fate of the next saves: response lost, or request lost. */
    faults: [] as ('unanswered' | 'lost')[],
  };
  async function save({ version, content: saved }: { version: number; content: MailingDraft }) {
    shop.saves += 1;
    const fault = shop.faults.shift();
    if (fault === 'lost') throw new ApiError(0);
    if (version > 0 && !shop.draft) throw new ApiError(404, { detail: 'It is discarded.' });
    if (shop.draft && version !== shop.draft.version)
      throw new ApiError(409, { detail: 'Changed.' });
    shop.draft = row(version + 1, MailingDraft.parse(saved));
    if (fault === 'unanswered') throw new ApiError(0);
    return { version: shop.draft.version, preview: '/preview' };
  }
  const open = (who = 'percy') =>
    mailingKeeper('a', who, shop.draft ?? undefined, {
      save: (asked) => save({ version: asked.version, content: MailingDraft.parse(asked.content) }),
      load: () => Promise.resolve(shop.draft),
    });
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
  expect(keeper.$state.get()).toMatchObject({ saving: 'saved' });
  expect(keeper.$typed.get().form.version).toBe(1);
  expect(local.length).toBe(0);
});

test('keeps and retries without a network; a lost response does not count as a conflict', async () => {
  const { shop, open } = newShop();
  shop.faults = ['unanswered', 'lost', 'lost'];
  const keeper = open();
  keeper.change(typed('One'));
  await vi.advanceTimersByTimeAsync(1100);
  expect(keeper.$state.get()).toMatchObject({ saving: 'offline', problem: 'Network error.' });
  keeper.change(typed('Two'));
  await wait();
  expect(shop.draft).toMatchObject({ version: 3, content: { heading: 'Two' } });
  expect(keeper.$state.get()).toMatchObject({ saving: 'saved', conflict: null });
});

test('restores input that did not reach the server before the tab was closed', async () => {
  const { shop, open } = newShop();
  shop.faults = ['unanswered'];
  const gone = open();
  gone.change(typed('One'));
  void gone.flush();
  gone.change(typed('One and more'));
  vi.clearAllTimers();
  await vi.advanceTimersByTimeAsync(0);
  vi.clearAllTimers();
  const keeper = open();
  expect(keeper.$state.get()).toMatchObject({ isRestored: true, conflict: null });
  expect(keeper.$typed.get().heading).toBe('One and more');
  await wait();
  expect(shop.draft).toMatchObject({ version: 3, content: { heading: 'One and more' } });
});

test.each([
  ['mine', [], 'Mine'],
  ['theirs', ['heading'], 'Theirs'],
] as const)(
  'two who changed one field are asked whose counts: %s',
  async (_whose, chosen, heading) => {
    const { shop, open } = newShop();
    const [keeper, other] = [open(), open('quentin')];
    other.change({ ...typed('Theirs'), preheader: 'Theirs alone' });
    await wait();
    keeper.change({ heading: 'Mine', subject: 'Mine alone' });
    await wait();
    expect(keeper.$state.get().conflict).toMatchObject({
      by: 'Ada',
      clashes: [{ field: 'heading', mine: 'Mine', theirs: 'Theirs' }],
    });
    // Further input is kept but not saved.
    expect(shop.draft?.content.heading).toBe('Theirs');
    expect(open().$state.get().conflict?.clashes).toHaveLength(1);
    expect(open().$typed.get().heading).toBe('Mine');
    keeper.settle(new Set(chosen));
    await wait();
    const merged = { heading, subject: 'Mine alone', preheader: 'Theirs alone' };
    expect(keeper.$state.get().saving).toBe('saved');
    expect(keeper.$typed.get()).toMatchObject(merged);
    expect(shop.draft?.content).toMatchObject(merged);
    expect(local.length).toBe(0);
    if (shop.draft) other.follow(savedMailing('a', shop.draft));
    expect(other.$typed.get()).toMatchObject(merged);
  },
);

test('a mailing discarded elsewhere is saved again only on request', async () => {
  const { shop, open } = newShop();
  const keeper = open();
  shop.draft = null;
  keeper.change(typed('Mine'));
  await wait();
  expect(keeper.$state.get().isGone).toBe(true);
  expect(open().$state.get().isGone).toBe(true);
  keeper.revive();
  await wait();
  expect(shop.draft).toMatchObject({ version: 1, content: { heading: 'Mine' } });
});

test('restores a text that is too long to be saved', async () => {
  const { open } = newShop();
  const long = 'a'.repeat(9000);
  open().change({ text: long });
  expect(open().$typed.get().text).toBe(long);
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
