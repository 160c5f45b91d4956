import { problemText } from './problem-text.ts';

/** An error, announced. @param of Text or error of a failed call; `''` or null if there is none. */
export function Failure({ of }: { of: unknown }) {
  const text = typeof of === 'string' ? of : of ? problemText(of) : '';
  return (
    <div role="alert" className="studio-failure">
      {text !== '' && <p className="message-error">{text}</p>}
    </div>
  );
}
