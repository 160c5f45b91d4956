import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { company } from '#brand/company.ts';
import type { SuppressionReason } from '#domain/enums.ts';
import { filledIn } from '#domain/basics/message-placeholders.ts';
import { messageLengths, sendMessage } from '#domain/contracts/staff-messages.ts';
import { SelectField } from '../kit/form/SelectField.tsx';
import { fieldsOf } from '../kit/form/fields-of.ts';
import { TextField } from '../kit/form/TextField.tsx';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { troubleText } from './message-texts.ts';
import { templatesQuery } from './message-queries.ts';

/** An order, or a payment without one, that a message can be about. */
interface Subject {
  checkout: string;
  /** The order's number or the payment's reference. */
  order: string;
  /** The shopper's name and address. */
  name: string;
  email: string;
  /** Why e-mails to it may not arrive. */
  mail_trouble: SuppressionReason | null;
}

interface Props extends DialogFrame {
  /** The first one is preselected. */
  subjects: readonly [Subject, ...Subject[]];
}

/** Writes to a shopper about an order, with a preview. */
export function MessageDialog({ subjects, ...frame }: Props) {
  const templates = useQuery(templatesQuery());
  const [chosen, setChosen] = useState(subjects[0].checkout);
  const [template, setTemplate] = useState('');
  const [typed, setTyped] = useState({ subject: '', text: '' });
  const preview = useId();
  const about = subjects.find(({ checkout }) => checkout === chosen) ?? subjects[0];
  const sent = { subject: filledIn(typed.subject, about), text: filledIn(typed.text, about) };
  const form = useContractForm(sendMessage, {
    asked: { checkout: about.checkout, ...sent },
    changes: ['order', 'customer'],
    done: () => `The e-mail about order ${about.order} is on its way.`,
  });
  const field = fieldsOf(typed, setTyped, form.at);
  return (
    <ContractDialog {...frame} form={form} title={`Write to ${about.name}`} verb="Send">
      {about.mail_trouble !== null && (
        <p className="message-error">{troubleText(about.mail_trouble)}</p>
      )}
      {subjects.length > 1 && (
        <SelectField
          label="About"
          value={chosen}
          choices={Object.fromEntries(
            subjects.map(({ checkout, order }) => [checkout, `Order ${order}`]),
          )}
          onChange={setChosen}
        />
      )}
      <SelectField
        label="Template"
        value={template}
        choices={{
          '': 'None',
          ...Object.fromEntries((templates.data ?? []).map(({ id, title }) => [id, title])),
        }}
        onChange={(id) => {
          setTemplate(id);
          const found = templates.data?.find((one) => one.id === id);
          if (found) setTyped({ subject: found.subject, text: found.text });
        }}
      />
      <TextField label="Subject" {...field('subject')} max={messageLengths.subject} required />
      <TextField label="Text" {...field('text')} rows={9} max={messageLengths.text} required />
      <section className="message-preview" aria-labelledby={preview}>
        <h3 id={preview}>Preview</h3>
        <dl>
          <dt>To</dt>
          <dd>{about.email}</dd>
          <dt>Answers to</dt>
          <dd>{company.email}</dd>
          <dt>Subject</dt>
          <dd>{sent.subject}</dd>
        </dl>
        <p className="studio-words">{sent.text}</p>
      </section>
    </ContractDialog>
  );
}
