interface Props {
  text: string;
  onRetry: () => void;
}

/** A loading error, with a retry button. */
export function Problem({ text, onRetry }: Props) {
  return (
    <div className="studio-problem" role="alert">
      <p>Error: {text}</p>
      <button type="button" className="button-quiet" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
