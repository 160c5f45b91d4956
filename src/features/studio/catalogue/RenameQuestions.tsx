import type { Answers } from '#api/staff/catalogue-files.ts';
import type { RenameQuestion } from '#domain/wire/catalogue-reading.ts';

interface Props {
  questions: readonly RenameQuestion[];
  answers: Answers;
  onAnswer: (answers: Answers) => void;
}

/** Asks whether something has a new name, or is new. */
export function RenameQuestions({ questions, answers, onAnswer }: Props) {
  return (
    <section className="import-questions" aria-labelledby="import-questions">
      <h2 id="import-questions" className="studio-subheading">
        Renamed or new?
      </h2>
      {questions.map(({ key, slug, colour, now, place }) => {
        const was = colour ?? slug;
        return (
          <fieldset key={key}>
            <legend>
              “{now}” ({place}) is not in the shop
              {colour !== null && ` among the colours of ${slug}`}, and “{was}” is not in the file.
            </legend>
            {(['renamed', 'new'] as const).map((answer) => (
              <label key={answer} className="studio-check">
                <input
                  type="radio"
                  name={key}
                  checked={answers[key] === answer}
                  onChange={() => onAnswer({ ...answers, [key]: answer })}
                />
                {answer === 'renamed' ? `It is a new name of “${was}”` : 'It is something new'}
              </label>
            ))}
          </fieldset>
        );
      })}
    </section>
  );
}
