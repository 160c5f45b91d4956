import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messagePlaceholders } from '#domain/basics/message-placeholders.ts';
import {
  messageLengths,
  removeTemplate,
  saveTemplate,
  type Template,
} from '#domain/contracts/staff-messages.ts';
import { Button } from '../kit/Button.tsx';
import { momentText } from '../kit/day-text.ts';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { TextField } from '../kit/form/TextField.tsx';
import { usePageDialog } from '../kit/use-page-dialog.ts';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { templatesQuery } from './message-queries.ts';

const changes = ['templates'];
const placeholders = Object.keys(messagePlaceholders).join(', ');

/** Adds a template, or changes one. */
function TemplateDialog({ template, ...frame }: DialogFrame & { template: Template | null }) {
  const { title = '', subject = '', text = '' } = template ?? {};
  const [typed, setTyped] = useState({ title, subject, text });
  // A new template keeps its id while its text is corrected after a lost response.
  const [id] = useState(() => template?.id ?? crypto.randomUUID());
  const form = useContractForm(saveTemplate, {
    asked: { template: id, seen: template?.changed_at ?? null, ...typed },
    changes,
    done: () => `“${typed.title}” is saved.`,
  });
  const field = fieldsOf(typed, setTyped, form.at);
  return (
    <ContractDialog
      {...frame}
      form={form}
      title={template === null ? 'New template' : `Change “${template.title}”`}
      verb="Save"
    >
      <TextField
        label="Name (staff only)"
        {...field('title')}
        max={messageLengths.title}
        required
      />
      <TextField label="Subject" {...field('subject')} max={messageLengths.subject} required />
      <TextField
        label="Text"
        {...field('text')}
        hint={`Placeholders: ${placeholders}`}
        rows={9}
        max={messageLengths.text}
        required
      />
    </ContractDialog>
  );
}

function RemoveDialog({ template, ...frame }: DialogFrame & { template: Template }) {
  const form = useContractForm(removeTemplate, {
    asked: { template: template.id },
    changes,
    done: () => `“${template.title}” is removed.`,
  });
  return (
    <ContractDialog {...frame} form={form} title={`Remove “${template.title}”?`} verb="Remove">
      <p>Sent messages keep their text.</p>
    </ContractDialog>
  );
}

/** Templates of messages to shoppers. */
export function TemplatesPage() {
  const found = useQuery(templatesQuery());
  const { data } = found;
  const { open, news, dialog } = usePageDialog();

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
      {dialog}
    </>
  );
}
