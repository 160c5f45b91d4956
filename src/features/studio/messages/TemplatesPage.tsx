import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { messagePlaceholders, unknownPlaceholders } from '#domain/basics/message-placeholders.ts';
import {
  messageLengths,
  removeTemplate,
  saveTemplate,
  type Template,
} from '#domain/contracts/staff-messages.ts';
import { Button } from '../kit/Button.tsx';
import { asStaff } from '../kit/as-staff.ts';
import { momentText } from '../kit/day-text.ts';
import { TextField } from '../kit/form/TextField.tsx';
import { type DialogFrame, KeyedDialog } from '../kit/KeyedDialog.tsx';
import { Awaited } from '../kit/Awaited.tsx';
import { templatesQuery } from './message-queries.ts';

const changes = ['templates'];
const placeholders = Object.keys(messagePlaceholders).join(', ');

/** Adds a template, or changes one. */
function TemplateDialog({ template, ...frame }: DialogFrame & { template: Template | null }) {
  const [title, setTitle] = useState(template?.title ?? '');
  const [subject, setSubject] = useState(template?.subject ?? '');
  const [text, setText] = useState(template?.text ?? '');
  const unknown = unknownPlaceholders(`${subject}\n${text}`);
  return (
    <KeyedDialog
      {...frame}
      title={template === null ? 'New template' : `Change “${template.title}”`}
      verb="Save"
      // A new template keeps its key while its text is corrected after a lost response.
      content={template === null ? 'new' : JSON.stringify([title, subject, text])}
      fault={unknown.length > 0 ? `Unknown placeholder: ${unknown.join(', ')}` : ''}
      changes={changes}
      act={async (key) => {
        await asStaff(saveTemplate, {
          template: template?.id ?? key,
          seen: template?.changed_at ?? null,
          title,
          subject,
          text,
        });
        return `“${title}” is saved.`;
      }}
    >
      <TextField
        label="Name (staff only)"
        value={title}
        onChange={setTitle}
        max={messageLengths.title}
        required
      />
      <TextField
        label="Subject"
        value={subject}
        onChange={setSubject}
        max={messageLengths.subject}
        required
      />
      <TextField
        label="Text"
        hint={`Placeholders: ${placeholders}`}
        value={text}
        onChange={setText}
        rows={9}
        max={messageLengths.text}
        required
      />
    </KeyedDialog>
  );
}

function RemoveDialog({ template, ...frame }: DialogFrame & { template: Template }) {
  return (
    <KeyedDialog
      {...frame}
      title={`Remove “${template.title}”?`}
      verb="Remove"
      content={template.id}
      changes={changes}
      act={async () => {
        await asStaff(removeTemplate, { template: template.id });
        return `“${template.title}” is removed.`;
      }}
    >
      <p>Sent messages keep their text.</p>
    </KeyedDialog>
  );
}

/** Templates of messages to shoppers. */
export function TemplatesPage() {
  const found = useQuery(templatesQuery());
  const { data } = found;
  const [dialog, setDialog] = useState<((frame: DialogFrame) => ReactNode) | null>(null);
  const [news, setNews] = useState('');

  function open(show: (frame: DialogFrame) => ReactNode): void {
    setNews('');
    setDialog(() => show);
  }

  return (
    <>
      <div className="studio-head">
        <h1 className="heading">Templates</h1>
        <Button
          look="main"
          opensDialog
          onClick={() => open((frame) => <TemplateDialog {...frame} template={null} />)}
        >
          New template
        </Button>
      </div>
      <p className="studio-soft">
        Texts to begin a message with. You choose one when you write to a shopper, and can change it
        there.
      </p>
      <output className="studio-news">{news}</output>
      <Awaited query={found} />
      {data?.length === 0 && <p className="studio-empty">No templates.</p>}
      <ul className="template-list">
        {data?.map((template) => (
          <li key={template.id}>
            <h2>{template.title}</h2>
            <p>{template.subject}</p>
            <p className="studio-words studio-soft">{template.text}</p>
            {template.changed_by !== null && (
              <p className="studio-soft">
                Changed {momentText(template.changed_at)} by {template.changed_by}
              </p>
            )}
            <div className="studio-actions">
              <Button
                look="small"
                opensDialog
                onClick={() => open((frame) => <TemplateDialog {...frame} template={template} />)}
              >
                Change<span className="sr-only"> “{template.title}”</span>
              </Button>
              <Button
                look="small"
                opensDialog
                onClick={() => open((frame) => <RemoveDialog {...frame} template={template} />)}
              >
                Remove<span className="sr-only"> “{template.title}”</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {dialog?.({ onClose: () => setDialog(null), onNews: setNews })}
    </>
  );
}
