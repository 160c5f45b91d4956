import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { haltMailing, sendMailing, testMailing } from '#domain/contracts/staff-mailings.ts';
import { asStaff } from '../kit/as-staff.ts';
import { focusInvalid } from '../kit/form/use-checked-form.ts';
import { goTo } from '../kit/use-place.ts';
import type { EditKeeper } from '../releases/edits/edit-keeper.ts';
import { faultsOf } from './mailing-fields.ts';
import type { TypedMailing } from './mailing-kind.ts';
import type { SendTime } from './SendMailing.tsx';

function showList(): void {
  goTo({ at: 'mailing', page: '', query: {} });
}

/**
 * Actions on a draft, one at a time. Each resolves to whether it succeeded.
 * @param people number of subscribers that the user has seen.
 */
export function useMailingActions(
  id: string,
  keeper: EditKeeper<TypedMailing>,
  people: number,
  form: RefObject<HTMLFormElement | null>,
) {
  const client = useQueryClient();
  const [news, setNews] = useState('');
  const [hasTried, setTried] = useState(false);
  // Idempotency keys of test e-mails by version: pressing again after a lost response sends no second one.
  const [tests] = useState(() => new Map<number, string>());
  const act = useMutation({
    mutationFn: async (task: () => Promise<unknown>) => {
      setNews('');
      await task();
    },
  });
  const refresh = () => client.invalidateQueries({ queryKey: ['mailings'] });

  /** Saves at once. @returns the saved version. @throws if it is not saved: `DraftState` shows why. */
  async function flush(): Promise<number> {
    await keeper.flush();
    if (keeper.$state.get().saving !== 'saved') throw new Error('The mailing is not saved.');
    return keeper.$typed.get().form.version;
  }

  async function run(task: () => Promise<unknown>): Promise<boolean> {
    if (act.isPending) return false;
    try {
      await act.mutateAsync(task);
      return true;
    } catch {
      return false;
    }
  }

  /** Saves the draft and looks for dead links. Resolves to whether it may be sent; otherwise focuses the first invalid field. */
  async function checkReady(): Promise<boolean> {
    setTried(true);
    if (!(await run(() => flush().then(refresh)))) return false;
    if (faultsOf(keeper.$typed.get()).size === 0) return true;
    focusInvalid(form);
    return false;
  }

  async function test(): Promise<void> {
    const version = await flush();
    const key = tests.get(version) ?? crypto.randomUUID();
    tests.set(version, key);
    const { email } = await asStaff(testMailing, { mailing: id, test: key });
    tests.delete(version);
    setNews(`A test is on its way to ${email}.`);
  }

  return {
    news,
    clearNews: () => setNews(''),
    hasTried,
    isBusy: act.isPending,
    error: act.error,
    checkReady,
    save: () =>
      run(async () => {
        await flush();
        setNews('Saved.');
      }),
    test: async () => (await checkReady()) && run(test),
    discard: () =>
      run(async () => {
        await keeper.forget();
        await asStaff(haltMailing, { do: 'discard', mailing: id });
        await refresh();
        showList();
      }),
    send: (at: SendTime) =>
      run(async () => {
        const version = await flush();
        await asStaff(sendMailing, { mailing: id, version, people, at });
        await refresh();
      }),
    drop: () =>
      run(async () => {
        await keeper.forget();
        showList();
      }),
  };
}
