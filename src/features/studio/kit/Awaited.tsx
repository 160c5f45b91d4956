import { Loading } from '#ui/islands/Loading.tsx';
import { Problem } from './Problem.tsx';
import { problemText } from './problem-text.ts';

interface Props {
  query: { data: unknown; error: unknown; refetch: () => unknown };
  /** Text of its error. */
  textOf?: (error: unknown) => string;
}

/** A query's error, with a retry button, or its loading sign; nothing once it has data. */
export function Awaited({ query: { data, error, refetch }, textOf = problemText }: Props) {
  if (error) return <Problem text={textOf(error)} onRetry={() => void refetch()} />;
  return data === undefined && <Loading />;
}
