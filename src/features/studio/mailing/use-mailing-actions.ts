import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
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

type Act = 'check' | 'save' | 'test' | 'discard' | 'send';

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
  const [running, setRunning] = useState<ReadonlySet<Act>>(new Set());
  const queue = useRef(Promise.resolve());
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

  /** Acts once those pressed before are done. A second press meanwhile does nothing. @returns whether it succeeded. */
  async function run(name: Act, task: () => Promise<unknown>): Promise<boolean> {
    if (running.has(name)) return false;
    setRunning((now) => new Set([...now, name]));
    const turn = queue.current.then(() => act.mutateAsync(task));
    queue.current = turn.catch(() => undefined);
    try {
      await turn;
      return true;
    } catch {
      return false;
    } finally {
      setRunning((now) => new Set([...now].filter((other) => other !== name)));
    }
  }

  /** Saves the draft and looks for dead links. @returns whether it may be sent; otherwise focuses the first invalid field. */
  async function isReady(): Promise<boolean> {
    setTried(true);
    await flush();
    await refresh();
    const isFaulty = faultsOf(keeper.$typed.get()).size > 0;
    if (isFaulty) focusInvalid(form);
    return !isFaulty;
  }

  async function test(): Promise<void> {
    if (!(await isReady())) return;
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
    isBusy: (name: Act) => running.has(name),
    error: act.error,
    /** Resolves to whether it may be sent. */
    async checkReady() {
      let ready = false;
      await run('check', async () => (ready = await isReady()));
      return ready;
    },
    save: () =>
      run('save', async () => {
        await flush();
        setNews('Saved.');
      }),
    test: () => run('test', test),
    discard: () =>
      run('discard', async () => {
        await keeper.forget();
        await asStaff(haltMailing, { do: 'discard', mailing: id });
        await refresh();
        showList();
      }),
    send: (at: SendTime) =>
      run('send', async () => {
        const version = await flush();
        await asStaff(sendMailing, { mailing: id, version, people, at });
        await refresh();
      }),
    drop: () =>
      run('discard', async () => {
        await keeper.forget();
        showList();
      }),
  };
}
