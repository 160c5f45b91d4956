interface Props {
  text: string;
  onRetry: () => void;
}

/** Says that something could not be loaded, and why. */
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
