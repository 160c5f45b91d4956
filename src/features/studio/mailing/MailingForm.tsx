import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { changeMailing } from '#api/staff/mailings.ts';
import type { MailingDraft } from '#domain/wire/mailing-draft.ts';
import type { MailingOrder, MailingsAnswer } from '#domain/wire/staff-mailings.ts';
import { asStaff } from '../as-staff.ts';
import { goTo } from '../use-place.ts';
import { DraftState } from './DraftState.tsx';
import { earlyFaults, faultsOf, faultyLabels, labelOf } from './mailing-fields.ts';
import { MailingFields } from './MailingFields.tsx';
import { MailPreview } from './MailPreview.tsx';
import { SendMailing, type SendTime } from './SendMailing.tsx';
import { useMailingDraft } from './use-mailing-draft.ts';

interface Props {
  id: string;
  /** As it is saved; undefined for a new one. */
  mailing: MailingsAnswer['mailings'][number] | undefined;
  /** How many are on the list. */
  people: number;
}

/** What is wrong, in sentences: of a field where the server named one. */
function faultText(error: unknown): string {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  return fields.length > 0
    ? fields.map(([field, texts]) => `${labelOf(field)}: ${texts.join(' ')}`).join('\n')
    : messageOf(error);
}

function call(order: MailingOrder) {
  return asStaff((customer) => changeMailing(order, customer));
}

function showList(): void {
  goTo({ at: 'mailing', page: '', query: {} });
}

/** A draft: its fields beside what they look like, its test, and the way it goes out. */
export function MailingForm({ id, mailing, people }: Props) {
  const { keeper, state } = useMailingDraft(id, mailing);
  const { content, saving } = state;
  const [said, setSaid] = useState('');
  const [hasTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const faults = faultsOf(content);
  const [tests] = useState(() => new Map<number, string>());
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['mailings'] });

  const act = useMutation({
    mutationFn: async (task: () => Promise<unknown>) => {
      setSaid('');
      await task();
    },
  });
  const isBusy = act.isPending;

  /** @returns whether it worked; what did not is shown. */
  async function run(task: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false;
    try {
      await act.mutateAsync(task);
      return true;
    } catch {
      return false;
    }
  }

  /** Saves what is to be sent. @returns whether it may be; otherwise leads to what keeps it from that. */
  async function isReady(): Promise<boolean> {
    setTried(true);
    if (!(await run(() => keeper.flush()))) return false;
    if (faultsOf(keeper.$state.get().content).size === 0) return true;
    // Once the faults are shown.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
    return false;
  }

  async function save(): Promise<void> {
    await keeper.flush();
    setSaid('Saved.');
  }

  async function test(): Promise<void> {
    const version = await keeper.flush();
    // Pressing again after a lost answer sends no second one; a changed text is another.
    const one = tests.get(version) ?? crypto.randomUUID();
    tests.set(version, one);
    const { email } = await call({ do: 'test', mailing: id, test: one });
    tests.delete(version);
    setSaid(`A test is on its way to ${email}.`);
  }

  async function discard(): Promise<void> {
    await keeper.forget();
    await call({ do: 'discard', mailing: id });
    await refresh();
    showList();
  }

  async function send(at: SendTime): Promise<void> {
    const version = await keeper.flush();
    await call({ do: 'send', mailing: id, version, people, at });
    await refresh();
  }

  async function settle(whose: 'mine' | 'theirs'): Promise<void> {
    const isGone = state.theirs === null;
    await keeper.settle(whose);
    if (isGone && whose === 'theirs') showList();
  }

  function change(changes: Partial<MailingDraft>): void {
    setSaid('');
    keeper.change({ ...keeper.$state.get().content, ...changes });
  }

  return (
    <div className="pages-editor mailing-editor">
      <form
        ref={form}
        className="mailing-form"
        onSubmit={(event) => {
          event.preventDefault();
          void run(save);
        }}
      >
        <DraftState
          state={state}
          mailing={mailing}
          onSettle={(whose) => void run(() => settle(whose))}
        />
        <MailingFields
          content={content}
          products={mailing?.products ?? []}
          faults={hasTried ? faults : earlyFaults(faults, content)}
          onChange={change}
        />
        <div className="studio-actions">
          <button type="submit" className="button-quiet" aria-busy={isBusy}>
            Save draft
          </button>
          <button
            type="button"
            className="button-quiet"
            onClick={() => void isReady().then((ready) => ready && run(test))}
          >
            Send me a test
          </button>
          {mailing && (
            <button type="button" className="button-quiet" onClick={() => void run(discard)}>
              Discard
            </button>
          )}
        </div>
        <output className="studio-said">{said}</output>
        <p role="alert" className="message-error mailing-fault">
          {hasTried && faults.size > 0 && `Not ready to be sent. See ${faultyLabels(faults)}.`}
          {/* What could not be saved stands above. */}
          {act.error && saving !== 'clash' && saving !== 'failed' && faultText(act.error)}
        </p>
        <SendMailing
          subject={content.subject}
          people={people}
          opensAt={mailing?.opens_at ?? null}
          isBusy={isBusy}
          onAsk={isReady}
          onSend={(at) => run(() => send(at))}
        />
      </form>
      <MailPreview
        address={state.preview}
        version={state.version}
        subject={content.subject}
        preheader={content.preheader}
      />
    </div>
  );
}
