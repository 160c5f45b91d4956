import { useRef } from 'react';
import { ApiError, messageOf } from '#api/http/api-error.ts';
import type { MailingDraft } from '#domain/contracts/mailing-draft.ts';
import type { MailingsAnswer } from '#domain/contracts/staff-mailings.ts';
import { deadLinksText } from './dead-links.ts';
import { DraftState } from './DraftState.tsx';
import { earlyFaults, faultsOf, faultyLabels, labelOf } from './mailing-fields.ts';
import { MailingFields } from './MailingFields.tsx';
import { MailingSegment } from './MailingSegment.tsx';
import { MailPreview } from './MailPreview.tsx';
import { SendMailing } from './SendMailing.tsx';
import { useMailingActions } from './use-mailing-actions.ts';
import { useMailingDraft } from './use-mailing-draft.ts';
import { Button } from '../kit/Button.tsx';

interface Props {
  id: string;
  /** The username. */
  who: string;
  /** The saved mailing; undefined for a new one. */
  mailing: MailingsAnswer['mailings'][number] | undefined;
  /** Number of recipients, as saved. */
  people: number;
}

/** Error text, with the label of each field the server named. */
function faultText(error: unknown): string {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  return fields.length > 0
    ? fields.map(([field, texts]) => `${labelOf(field)}: ${texts.join(' ')}`).join('\n')
    : messageOf(error);
}

/** A draft: its fields beside the preview, test e-mail and sending. */
export function MailingForm({ id, who, mailing, people }: Props) {
  const { keeper, state, content, shown } = useMailingDraft(id, who, mailing);
  const isUnsaved = state.conflict !== null || state.isGone || state.saving !== 'saved';
  const form = useRef<HTMLFormElement>(null);
  const actions = useMailingActions(id, keeper, people, form);
  const { hasTried, error, isBusy } = actions;
  const faults = faultsOf(content);

  function change(changes: Partial<MailingDraft>): void {
    actions.clearNews();
    keeper.change(changes);
  }

  return (
    <div className="pages-editor mailing-editor">
      <form
        ref={form}
        className="studio-panel mailing-form"
        onSubmit={(event) => {
          event.preventDefault();
          void actions.save();
        }}
      >
        <DraftState
          keeper={keeper}
          state={state}
          isSaved={shown.version > 0}
          onDrop={() => void actions.drop()}
        />
        <MailingFields
          content={content}
          products={mailing?.products ?? []}
          faults={hasTried ? faults : earlyFaults(faults, content)}
          onChange={change}
        />
        <MailingSegment segment={content.segment} onChange={(segment) => change({ segment })} />
        <div className="studio-actions">
          <Button type="submit" busy={isBusy('save')}>
            Save draft
          </Button>
          <Button busy={isBusy('test')} onClick={() => void actions.test()}>
            Send me a test
          </Button>
          {mailing && (
            <Button busy={isBusy('discard')} onClick={() => void actions.discard()}>
              Discard
            </Button>
          )}
        </div>
        <output className="studio-said">{actions.news}</output>
        <p role="alert" className="message-error mailing-fault">
          {hasTried && faults.size > 0 && `Not ready to send. See ${faultyLabels(faults)}.`}
          {/* `DraftState` shows errors of saving. */}
          {error && !isUnsaved && faultText(error)}
        </p>
        <SendMailing
          subject={content.subject}
          people={people}
          warning={mailing && deadLinksText(mailing)}
          opensAt={mailing?.opens_at ?? null}
          isBusy={isBusy('check') || isBusy('send')}
          onAsk={actions.checkReady}
          onSend={actions.send}
        />
      </form>
      <MailPreview
        address={shown.preview}
        version={shown.version}
        subject={content.subject}
        preheader={content.preheader}
      />
    </div>
  );
}
