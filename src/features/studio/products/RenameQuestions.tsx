import type { RenameQuestion } from '#domain/contracts/catalogue-reading.ts';

/** Answers by the questions' keys. */
export type Answers = Readonly<Record<string, 'renamed' | 'new'>>;

interface Props {
  questions: readonly RenameQuestion[];
  answers: Answers;
  onAnswer: (answers: Answers) => void;
}

/** Asks whether unknown names are renamed or new. */
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
                {answer === 'renamed' ? `Renamed from “${was}”` : 'New'}
              </label>
            ))}
          </fieldset>
        );
      })}
    </section>
  );
}
