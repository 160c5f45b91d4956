import { useQuery } from '@tanstack/react-query';
import { placeIn } from '../../kit/place.ts';
import { linkTo } from '../../kit/use-place.ts';
import { allEdits } from './edit-queries.ts';
import { sinceText } from './since-text.ts';

interface Props {
  heading: 'h2' | 'h3';
  /** Start of the forms' URLs. */
  of?: string;
}

/** Unsaved input: one's own, to continue, and what colleagues are editing. */
export function UnsavedEdits({ heading: Heading, of = '' }: Props) {
  const { data } = useQuery(allEdits);
  const edits = (data?.edits ?? []).filter(({ form }) => form.startsWith(of));
  if (edits.length === 0) return null;
  return (
    <section className="release-note" aria-labelledby="unsaved-edits">
      <Heading id="unsaved-edits" className="studio-subheading">
        Not in a draft yet
      </Heading>
      <ul>
        {edits.map(({ form, title, by, mine, began_at, changed_at }) => (
          <li key={`${by} ${form}`}>
            {mine ? (
              <>
                <a className="link" {...linkTo(placeIn(form.replace('/studio', '')))}>
                  {title}
                </a>{' '}
                <span className="studio-soft">you, {sinceText(changed_at)}</span>
              </>
            ) : (
              <>
                {title}{' '}
                <span className="studio-soft">
                  {by}, since {sinceText(began_at)}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
