import { useState } from 'react';
import { Content } from '#domain/site-content/content.ts';
import { COUNTDOWN_HEADING } from '#ui/countdown-parts.ts';
import { Button } from '../../kit/Button.tsx';
import { DateField } from '../../kit/form/DateField.tsx';
import { MomentField } from '../../kit/form/MomentField.tsx';
import { MarkdownField } from '../../kit/form/MarkdownField.tsx';
import { faultsIn } from '../../kit/form/Field.tsx';
import { TextField } from '../../kit/form/TextField.tsx';
import { LinkField, linkHint } from '../../kit/form/LinkField.tsx';
import { contentFields } from './content-fields.ts';
import { contentLabels, itemName, itemTexts } from './content-labels.ts';
import type { FormProps } from './form-props.ts';
import { MoveButtons } from '../../kit/MoveButtons.tsx';
import { moved } from '../../kit/sorting/moved.ts';
import { PictureFields } from '../../kit/PictureFields.tsx';

const { announcement, launch, faq, terms } = Content.shape;

/** Characters of an announcement that fit on one line of a screen 360 pixels wide. */
const PHONE_LINE_LENGTH = 55;

export function AnnouncementForm(props: FormProps<Content['announcement']>) {
  const { value } = props;
  const field = contentFields(props, contentLabels.announcement, announcement.shape);
  return (
    <>
      <TextField
        {...field('text')}
        warning={
          value.text.length > PHONE_LINE_LENGTH ? 'On a phone this takes two lines.' : undefined
        }
        hint="One line above every page of the shop. Empty: none."
      />
      <LinkField {...field('link')} hint={`${linkHint} Empty: no link.`} />
      <MomentField
        {...field('from')}
        hint="London time. Empty: on publication. Pages are rebuilt then, which takes a few minutes."
      />
      <MomentField {...field('until')} hint="London time. Empty: until removed." />
    </>
  );
}

export function LaunchForm(props: FormProps<Content['launch']>) {
  const { value, onChange } = props;
  const field = contentFields(props, contentLabels.launch, launch.shape);
  return (
    <>
      <TextField {...field('headline')} />
      <TextField {...field('text')} rows={3} />
      <PictureFields
        name={contentLabels.launch.picture}
        value={value}
        onChange={(changes) => onChange({ ...value, ...changes })}
      />
      <MomentField
        {...field('opens')}
        hint="London time, visible to everyone. From then on the page says that the shop is open. Empty: no countdown."
      />
      <TextField {...field('opens_heading')} hint={`Empty: “${COUNTDOWN_HEADING}”.`} />
    </>
  );
}

export function FaqForm({ value, onChange, faults }: FormProps<Content['faq']>) {
  const { questions } = value;
  const set = (now: typeof questions) => onChange({ questions: now });
  // React keys: a focused field keeps its element when it moves.
  const [ids, setIds] = useState<string[]>(() => questions.map(() => crypto.randomUUID()));
  const keys = questions.map((_question, index) => ids[index] ?? String(index));
  return (
    <>
      {questions.map((one, index) => {
        const part = contentFields(
          {
            value: one,
            onChange: (next) => set(questions.with(index, next)),
            faults: faultsIn(faults, `questions.${index}`),
          },
          itemTexts('questions', index),
          faq.shape.questions.element.shape,
        );
        return (
          <div key={keys[index]} className="pages-item">
            <TextField {...part('question')} />
            <MarkdownField {...part('answer')} rows={5} isHinted={index === 0} />
            <p className="pages-order">
              <MoveButtons
                name={itemName('questions', index)}
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

export function TextForm(props: FormProps<Content['terms']>) {
  const { value, onChange, faults } = props;
  const field = contentFields(props, contentLabels.terms, terms.shape);
  return (
    <>
      <TextField {...field('title')} />
      <DateField
        label={contentLabels.terms.effective}
        value={value.effective ?? ''}
        fault={faults.get('effective')}
        hint="Shown below the title. Empty: no date. Earlier versions stay in the history."
        onChange={(effective) => onChange({ ...value, effective: effective || null })}
      />
      <MarkdownField
        {...field('text')}
        rows={24}
        hint={
          <>
            . <code>COMPANY_EMAIL</code>, <code>COMPANY_LEGAL_NAME</code> and similar names are
            replaced by the company’s details.
          </>
        }
      />
    </>
  );
}
