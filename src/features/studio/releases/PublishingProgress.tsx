import { useQuery } from '@tanstack/react-query';
import { londonText } from '#domain/basics/london-clock.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { publishingQuery } from './release-queries.ts';
import { type PublishingStep, publishingSteps } from './publishing-steps.ts';

/** `npm run dev` builds no pages. */
function stepsHere(publishedAt: string): PublishingStep[] {
  const step = { isDone: true, at: publishedAt, text: '', isLate: false };
  return [
    { ...step, name: 'In the database' },
    {
      ...step,
      name: 'Live',
      text: 'In development pages are rendered on each load: there is no build',
    },
  ];
}

function Step({ step: { name, isDone, at, text, isLate } }: { step: PublishingStep }) {
  return (
    <li data-done={isDone || undefined}>
      <strong>{name}</strong>
      {at !== null && (
        <>
          {' '}
          <time dateTime={at}>{londonText(at)}</time>
        </>
      )}
      {at === null && !isDone && text === '' && ' not yet'}
      {text !== '' && <span className={isLate ? 'message-error' : 'studio-soft'}> {text}.</span>}
    </li>
  );
}

interface Props {
  /** The release's id. */
  id: string;
  /** ISO 8601. */
  publishedAt: string;
}

/** Progress of a published release: database, build requested, build running, live. */
export function PublishingSteps({ id, publishedAt }: Props) {
  const query = useQuery({ ...publishingQuery(id), enabled: !import.meta.env.DEV });
  const steps = import.meta.env.DEV
    ? stepsHere(publishedAt)
    : query.data && publishingSteps(query.data.publishing, query.data.build).steps;
  if (query.isError) return <Awaited query={query} />;
  return (
    <ol className="release-steps" aria-live="polite">
      {steps?.map((step) => (
        <Step key={step.name} step={step} />
      ))}
    </ol>
  );
}

/** Publishing steps with a heading. */
export function PublishingProgress(props: Props) {
  return (
    <section className="release-progress" aria-labelledby="release-progress">
      <h2 id="release-progress" className="studio-subheading">
        On its way to the pages
      </h2>
      <PublishingSteps {...props} />
    </section>
  );
}
