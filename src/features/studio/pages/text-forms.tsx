import { useState } from 'react';
import type { Content } from '#domain/site-content/content.ts';
import { COUNTDOWN_HEADING } from '#ui/countdown-parts.ts';
import { Day, markdownHint, Moment, Words } from '../form-fields.tsx';
import type { FormProps } from './form-props.ts';
import { moved, OrderButtons } from './OrderButtons.tsx';
import { PictureFields } from './PictureFields.tsx';

export function AnnouncementForm({ value, onChange, faults }: FormProps<Content['announcement']>) {
  const change = (changes: Partial<typeof value>) => onChange({ ...value, ...changes });
  return (
    <>
      <Words
        label="Announcement"
        value={value.text}
        fault={faults.get('text')}
        hint="One line above every page of the shop. Empty: none."
        onChange={(text) => change({ text })}
      />
      <Words
        label="Leads to"
        value={value.link}
        fault={faults.get('link')}
        hint="A path of this shop like /all-products, or an address that begins with https://. Empty: no link."
        onChange={(link) => change({ link })}
      />
      <Moment
        label="From"
        value={value.from}
        fault={faults.get('from')}
        hint="London’s time. Empty: as soon as it is published. Pages are built for it, which takes some minutes."
        onChange={(from) => change({ from })}
      />
      <Moment
        label="Until"
        value={value.until}
        fault={faults.get('until')}
        hint="London’s time. Empty: until you take it away."
        onChange={(until) => change({ until })}
      />
    </>
  );
}

export function LaunchForm({ value, onChange, faults }: FormProps<Content['launch']>) {
  const change = (changes: Partial<typeof value>) => onChange({ ...value, ...changes });
  return (
    <>
      <Words
        label="Headline"
        value={value.headline}
        fault={faults.get('headline')}
        onChange={(headline) => change({ headline })}
      />
      <Words
        label="Text"
        rows={3}
        value={value.text}
        fault={faults.get('text')}
        onChange={(text) => change({ text })}
      />
      <PictureFields name="Picture" value={value} onChange={change} />
      <Moment
        label="Counts down to"
        value={value.opens}
        fault={faults.get('opens')}
        hint="London’s time. From then on the page says that it is open. Empty: no countdown. Everybody can read it."
        onChange={(opens) => change({ opens })}
      />
      <Words
        label="Heading of the countdown"
        value={value.opens_heading}
        fault={faults.get('opens_heading')}
        hint={`Empty: “${COUNTDOWN_HEADING}”.`}
        onChange={(opens_heading) => change({ opens_heading })}
      />
    </>
  );
}

export function FaqForm({ value, onChange, faults }: FormProps<Content['faq']>) {
  const { questions } = value;
  const set = (now: typeof questions) => onChange({ questions: now });
  // Keys for React: what is typed into stays the same element when it moves.
  const [ids, setIds] = useState<string[]>(() => questions.map(() => crypto.randomUUID()));
  const keys = questions.map((_question, index) => ids[index] ?? String(index));
  return (
    <>
      {questions.map((one, index) => {
        const name = `Question ${index + 1}`;
        const change = (changes: Partial<typeof one>) =>
          set(questions.with(index, { ...one, ...changes }));
        return (
          <div key={keys[index]} className="pages-item">
            <Words
              label={name}
              value={one.question}
              fault={faults.get(`questions.${index}.question`)}
              onChange={(question) => change({ question })}
            />
            <Words
              label={`${name}: answer`}
              rows={5}
              value={one.answer}
              fault={faults.get(`questions.${index}.answer`)}
              hint={index === 0 ? markdownHint : undefined}
              onChange={(answer) => change({ answer })}
            />
            <OrderButtons
              name={name}
              index={index}
              last={questions.length - 1}
              onMove={(to) => {
                setIds(moved(keys, index, to));
                set(moved(questions, index, to));
              }}
              onRemove={
                questions.length > 1
                  ? () => {
                      setIds(keys.toSpliced(index, 1));
                      set(questions.toSpliced(index, 1));
                    }
                  : undefined
              }
            />
          </div>
        );
      })}
      <p>
        <button
          type="button"
          className="button-quiet"
          onClick={() => {
            setIds([...keys, crypto.randomUUID()]);
            set([...questions, { question: '', answer: '' }]);
          }}
        >
          Add a question
        </button>
      </p>
    </>
  );
}

export function TextForm({ value, onChange, faults }: FormProps<Content['terms']>) {
  const change = (changes: Partial<typeof value>) => onChange({ ...value, ...changes });
  return (
    <>
      <Words
        label="Title"
        value={value.title}
        fault={faults.get('title')}
        onChange={(title) => change({ title })}
      />
      <Words
        label="For search engines"
        rows={3}
        value={value.description}
        fault={faults.get('description')}
        hint="What they show below the title. At most 160 characters."
        onChange={(description) => change({ description })}
      />
      <Day
        label="Takes effect"
        value={value.effective}
        fault={faults.get('effective')}
        hint="Shown below the title. Empty: no day. The versions before it stay in the history."
        onChange={(effective) => change({ effective })}
      />
      <Words
        label="Text"
        rows={24}
        value={value.text}
        fault={faults.get('text')}
        hint={
          <>
            {markdownHint}. <code>COMPANY_EMAIL</code>, <code>COMPANY_LEGAL_NAME</code> and the like
            stand for the company’s own.
          </>
        }
        onChange={(text) => change({ text })}
      />
    </>
  );
}
