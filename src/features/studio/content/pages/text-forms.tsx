import { useState } from 'react';
import { Content } from '#domain/site-content/content.ts';
import { COUNTDOWN_HEADING } from '#ui/countdown-parts.ts';
import { Button } from '../../kit/Button.tsx';
import { DateField } from '../../kit/form/DateField.tsx';
import { MomentField } from '../../kit/form/MomentField.tsx';
import { MarkdownField } from '../../kit/form/MarkdownField.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { brokenLinks, linkWarning } from '../shop-pages.ts';
import { contentLabels, itemLabels } from './content-labels.ts';
import type { FormProps } from './form-props.ts';
import { MoveButtons } from '../../kit/MoveButtons.tsx';
import { moved } from '../../kit/moved.ts';
import { PictureFields } from './PictureFields.tsx';

const announcementFields = Content.shape.announcement.shape;
const launchFields = Content.shape.launch.shape;
const faqItemFields = Content.shape.faq.shape.questions.element.shape;
const textFields = Content.shape.terms.shape;

export function AnnouncementForm({
  value,
  onChange,
  faults,
  shop,
}: FormProps<Content['announcement']>) {
  const change = (changes: Partial<typeof value>) => onChange({ ...value, ...changes });
  return (
    <>
      <TextField
        label={contentLabels.announcement.text}
        max={announcementFields.text.maxLength}
        value={value.text}
        fault={faults.get('text')}
        hint="One line above every page of the shop. Empty: none."
        onChange={(text) => change({ text })}
      />
      <TextField
        label={contentLabels.announcement.link}
        max={announcementFields.link.maxLength}
        value={value.link}
        fault={faults.get('link')}
        warning={linkWarning([value.link], shop)}
        hint="A path in the shop such as /all-products, or an https:// address. Empty: no link."
        onChange={(link) => change({ link })}
      />
      <MomentField
        label={contentLabels.announcement.from}
        value={value.from}
        fault={faults.get('from')}
        hint="London time. Empty: on publication. Pages are rebuilt then, which takes a few minutes."
        onChange={(from) => change({ from })}
      />
      <MomentField
        label={contentLabels.announcement.until}
        value={value.until}
        fault={faults.get('until')}
        hint="London time. Empty: until removed."
        onChange={(until) => change({ until })}
      />
    </>
  );
}

export function LaunchForm({ value, onChange, faults }: FormProps<Content['launch']>) {
  const change = (changes: Partial<typeof value>) => onChange({ ...value, ...changes });
  return (
    <>
      <TextField
        label={contentLabels.launch.headline}
        max={launchFields.headline.maxLength}
        value={value.headline}
        fault={faults.get('headline')}
        onChange={(headline) => change({ headline })}
      />
      <TextField
        label={contentLabels.launch.text}
        rows={3}
        max={launchFields.text.maxLength}
        value={value.text}
        fault={faults.get('text')}
        onChange={(text) => change({ text })}
      />
      <PictureFields name={contentLabels.launch.picture} value={value} onChange={change} />
      <MomentField
        label={contentLabels.launch.opens}
        value={value.opens}
        fault={faults.get('opens')}
        hint="London time, visible to everyone. From then on the page says that the shop is open. Empty: no countdown."
        onChange={(opens) => change({ opens })}
      />
      <TextField
        label={contentLabels.launch.opens_heading}
        max={launchFields.opens_heading.maxLength}
        value={value.opens_heading}
        fault={faults.get('opens_heading')}
        hint={`Empty: “${COUNTDOWN_HEADING}”.`}
        onChange={(opens_heading) => change({ opens_heading })}
      />
    </>
  );
}

export function FaqForm({ value, onChange, faults, shop }: FormProps<Content['faq']>) {
  const { questions } = value;
  const set = (now: typeof questions) => onChange({ questions: now });
  // React keys: a focused field keeps its element when it moves.
  const [ids, setIds] = useState<string[]>(() => questions.map(() => crypto.randomUUID()));
  const keys = questions.map((_question, index) => ids[index] ?? String(index));
  return (
    <>
      {questions.map((one, index) => {
        const name = `${itemLabels.questions.name} ${index + 1}`;
        const change = (changes: Partial<typeof one>) =>
          set(questions.with(index, { ...one, ...changes }));
        return (
          <div key={keys[index]} className="pages-item">
            <TextField
              label={name}
              max={faqItemFields.question.maxLength}
              value={one.question}
              fault={faults.get(`questions.${index}.question`)}
              onChange={(question) => change({ question })}
            />
            <MarkdownField
              label={name + itemLabels.questions.parts.answer}
              rows={5}
              max={faqItemFields.answer.maxLength}
              value={one.answer}
              fault={faults.get(`questions.${index}.answer`)}
              warning={brokenLinks(one.answer, shop)}
              isHinted={index === 0}
              onChange={(answer) => change({ answer })}
            />
            <p className="pages-order">
              <MoveButtons
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
            </p>
          </div>
        );
      })}
      <p>
        <Button
          onClick={() => {
            setIds([...keys, crypto.randomUUID()]);
            set([...questions, { question: '', answer: '' }]);
          }}
        >
          Add a question
        </Button>
      </p>
    </>
  );
}

export function TextForm({ value, onChange, faults, shop }: FormProps<Content['terms']>) {
  const change = (changes: Partial<typeof value>) => onChange({ ...value, ...changes });
  return (
    <>
      <TextField
        label={contentLabels.terms.title}
        max={textFields.title.maxLength}
        value={value.title}
        fault={faults.get('title')}
        onChange={(title) => change({ title })}
      />
      <DateField
        label={contentLabels.terms.effective}
        value={value.effective ?? ''}
        fault={faults.get('effective')}
        hint="Shown below the title. Empty: no date. Earlier versions stay in the history."
        onChange={(effective) => change({ effective: effective || null })}
      />
      <MarkdownField
        label={contentLabels.terms.text}
        rows={24}
        max={textFields.text.maxLength}
        value={value.text}
        fault={faults.get('text')}
        warning={brokenLinks(value.text, shop)}
        hint={
          <>
            . <code>COMPANY_EMAIL</code>, <code>COMPANY_LEGAL_NAME</code> and similar names are
            replaced by the company’s details.
          </>
        }
        onChange={(text) => change({ text })}
      />
    </>
  );
}
