import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import { changeMailing } from '#api/staff/mailings.ts';
import { londonMoment, londonText } from '#domain/london-clock.ts';
import type { MailingDraft } from '#domain/wire/mailing-content.ts';
import type { MailingOrder, MailingsAnswer } from '#domain/wire/staff-mailings.ts';
import { asStaff } from '../as-staff.ts';
import { goTo } from '../use-place.ts';
import { MailingFields } from './MailingFields.tsx';

interface Props {
  id: string;
  /** As it is saved; undefined for a new one. */
  mailing: MailingsAnswer['mailings'][number] | undefined;
  /** How many are on the list. */
  people: number;
}

const empty: MailingDraft = {
  subject: '',
  preheader: '',
  heading: '',
  text: '',
  picture: '',
  pictureAlt: '',
  buttonLabel: '',
  buttonHref: '',
  products: [],
};

/** What is wrong, in sentences: of a field where the server named one. */
function faultText(error: unknown): string {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  return fields.length > 0
    ? fields.map(([field, texts]) => `${field}: ${texts.join(' ')}`).join('\n')
    : messageOf(error);
}

function call(order: MailingOrder) {
  return asStaff((customer) => changeMailing(order, customer));
}

/** A draft: its fields, its test, and the way it goes out. */
export function MailingForm({ id, mailing, people }: Props) {
  const [content, setContent] = useState(mailing?.content ?? empty);
  const [version, setVersion] = useState(mailing?.version ?? 0);
  const [said, setSaid] = useState('');
  const [when, setWhen] = useState<'now' | 'later' | 'open'>('now');
  const [clock, setClock] = useState({ day: '', time: '' });
  const [tests] = useState(() => new Map<string, string>());
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['mailings'] });

  const moment = when === 'later' ? londonMoment(clock) : null;
  const because = moment !== null && typeof moment === 'object' ? moment.because : '';
  const at = typeof moment === 'string' ? moment : null;

  async function save(): Promise<number> {
    const done = await call({ do: 'save', mailing: id, version, content });
    const saved = done.version ?? version;
    setVersion(saved);
    await refresh();
    return saved;
  }
  const act = useMutation({
    mutationFn: async (what: 'save' | 'test' | 'ask' | 'send' | 'discard') => {
      setSaid('');
      if (what === 'discard') {
        await call({ do: 'discard', mailing: id });
        await refresh();
        goTo({ at: 'mailing', page: '', query: {} });
        return;
      }
      const saved = await save();
      if (what === 'save') setSaid('Saved.');
      if (what === 'test') {
        // Pressing again after a lost answer sends no second one; a changed text is another.
        const test = tests.get(`${saved}`) ?? crypto.randomUUID();
        tests.set(`${saved}`, test);
        const { email } = await call({ do: 'test', mailing: id, test });
        tests.delete(`${saved}`);
        setSaid(`A test is on its way to ${email}.`);
      }
      if (what === 'ask') dialog.current?.showModal();
      if (what === 'send') {
        await call({
          do: 'send',
          mailing: id,
          version: saved,
          people,
          at: when === 'open' ? when : at,
        });
        dialog.current?.close();
        await refresh();
      }
    },
    onError: () => dialog.current?.close(),
  });

  function submit(event: FormEvent, what: Parameters<typeof act.mutate>[0]): void {
    event.preventDefault();
    if (!act.isPending) act.mutate(what);
  }

  const count = people.toLocaleString('en-GB');
  const opening = mailing?.opens_at ? londonText(mailing.opens_at) : '';
  const openingText = opening
    ? `As saved, that is ${opening}. If the opening moves, so does the e-mail.`
    : 'As soon as all of its products are on sale. Products that are still to open are chosen above.';
  const goesOut =
    when === 'open'
      ? `when its products open${opening && `, now set for ${opening}`}`
      : at
        ? `on ${londonText(at)}`
        : 'at once';
  return (
    <form className="mailing-form" onSubmit={(event) => submit(event, 'save')}>
      <MailingFields content={content} onChange={setContent} />
      <div className="studio-actions">
        <button type="submit" className="button-quiet" aria-busy={act.isPending}>
          Save draft
        </button>
        {mailing && (
          <a className="button-quiet" href={mailing.preview} target="_blank" rel="noopener">
            Preview what is saved
          </a>
        )}
        <button type="button" className="button-quiet" onClick={(event) => submit(event, 'test')}>
          Send me a test
        </button>
        {mailing && (
          <button
            type="button"
            className="button-quiet"
            onClick={(event) => submit(event, 'discard')}
          >
            Discard
          </button>
        )}
      </div>
      <fieldset className="mailing-when">
        <legend className="label">When it goes out</legend>
        <label>
          <input
            type="radio"
            name="when"
            checked={when === 'now'}
            onChange={() => setWhen('now')}
          />{' '}
          At once
        </label>
        <label>
          <input
            type="radio"
            name="when"
            checked={when === 'later'}
            onChange={() => setWhen('later')}
          />{' '}
          At a time in London
        </label>
        <label>
          <input
            type="radio"
            name="when"
            checked={when === 'open'}
            onChange={() => setWhen('open')}
          />{' '}
          When its products open
        </label>
        {when === 'open' && <p>{openingText}</p>}
        {when === 'later' && (
          <div className="mailing-clock">
            <input
              type="date"
              className="field"
              aria-label="Day"
              required
              value={clock.day}
              onChange={({ currentTarget: { value } }) => setClock({ ...clock, day: value })}
            />
            <input
              type="time"
              className="field"
              aria-label="Time"
              required
              value={clock.time}
              onChange={({ currentTarget: { value } }) => setClock({ ...clock, time: value })}
            />
          </div>
        )}
        {when === 'later' && <p>{because || (at && londonText(at))}</p>}
      </fieldset>
      <button
        type="button"
        className="button"
        aria-busy={act.isPending}
        disabled={when === 'later' && at === null}
        onClick={(event) => submit(event, 'ask')}
      >
        {when === 'now' ? 'Send' : 'Schedule'} to {count} people
      </button>
      <output className="studio-said">{said}</output>
      <p role="alert" className="mailing-fault">
        {act.error ? faultText(act.error) : ''}
      </p>
      <dialog ref={dialog} className="studio-dialog" aria-labelledby={title}>
        <h2 id={title} className="heading">
          Send to {count} people?
        </h2>
        <p>
          “{content.subject}” goes to everybody on the list {goesOut}. What has been sent cannot be
          taken back.
        </p>
        <div className="studio-actions">
          <button
            type="button"
            className="button"
            aria-busy={act.isPending}
            onClick={(event) => submit(event, 'send')}
          >
            {when === 'now' ? 'Send it' : 'Schedule it'} to {count} people
          </button>
          <button type="button" className="button-quiet" onClick={() => dialog.current?.close()}>
            Not yet
          </button>
        </div>
      </dialog>
    </form>
  );
}
