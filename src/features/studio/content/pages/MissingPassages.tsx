import { missingPassages } from '#domain/launch-check/required-passages.ts';
import type { Content, ContentKey } from '#domain/site-content/content.ts';

interface Props {
  keys: readonly ContentKey[];
  draft: Content;
}

/** Warns that a legal text lacks required passages: it can be saved but not published. */
export function MissingPassages({ keys, draft }: Props) {
  const missing = keys.flatMap((key) => {
    const value = draft[key];
    return 'text' in value ? missingPassages(key, value.text) : [];
  });
  return (
    <div aria-live="polite">
      {missing.length > 0 && (
        <div className="pages-missing">
          <p>
            <strong>The law requires more in this text.</strong> It can be saved but not published.
            If the text has the same meaning in other words, have them added to the check.
          </p>
          <ul>
            {missing.map(({ name, law }) => (
              <li key={name}>
                {name} <span className="studio-soft">({law})</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
