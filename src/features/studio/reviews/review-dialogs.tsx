import { useState } from 'react';
import { hidingWords } from '#domain/catalogue/review-words.ts';
import {
  answerReview,
  hideReview,
  showReview,
  type StaffReview,
} from '#domain/contracts/staff-reviews.ts';
import type { HidingReason } from '#domain/enums.ts';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { SelectField } from '../kit/form/SelectField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';

interface Props extends DialogFrame {
  review: StaffReview;
}

const changes = ['reviews'];

/** Hides a review for one of the stated reasons. */
export function HideDialog({ review, ...frame }: Props) {
  const [reason, setReason] = useState<HidingReason | ''>(review.hidden ?? '');
  const [words, setWords] = useState(review.hidden_because ?? '');
  const form = useContractForm(hideReview, {
    asked: { review: review.id, seen: review.revision, reason, words },
    changes,
    done: () => 'The review is hidden, and its writer is told why.',
  });
  return (
    <ContractDialog {...frame} form={form} title="Hide this review" verb="Hide">
      <SelectField
        label="Reason"
        {...form.at('reason')}
        value={reason}
        choices={hidingWords}
        onChange={setReason}
      />
      <TextField
        label="Explanation, which the writer reads"
        hint="Name the passage, so that they can change it."
        {...form.at('words')}
        rows={3}
        maxLength={1000}
        required
        value={words}
        onChange={setWords}
      />
      <p className="studio-soft">
        Never hide a review for its stars: the law forbids it. The reason goes into the activity
        log, and the page about reviews counts it.
      </p>
    </ContractDialog>
  );
}

/** Shows a hidden review again. */
export function ShowDialog({ review, ...frame }: Props) {
  const form = useContractForm(showReview, {
    asked: { review: review.id, seen: review.revision },
    changes,
    done: () => 'The review is shown again.',
  });
  return (
    <ContractDialog {...frame} form={form} title="Show this review again?" verb="Show">
      <p>It appears on the product’s page, and its stars count again.</p>
    </ContractDialog>
  );
}

/** Answers a review; an empty answer removes the last one. */
export function AnswerDialog({ review, ...frame }: Props) {
  const [answer, setAnswer] = useState(review.answer ?? '');
  const form = useContractForm(answerReview, {
    asked: {
      review: review.id,
      seen: review.revision,
      answer: answer.trim() === '' && review.answer !== null ? null : answer,
    },
    changes,
    done: () => 'The answer is saved.',
  });
  return (
    <ContractDialog {...frame} form={form} title="Answer this review" verb="Publish">
      <TextField
        label="Answer, for all to read"
        hint={review.answer === null ? undefined : 'Leave it empty to remove the answer.'}
        {...form.at('answer')}
        rows={4}
        maxLength={2000}
        value={answer}
        onChange={setAnswer}
      />
    </ContractDialog>
  );
}
