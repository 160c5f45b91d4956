import { Button } from './Button.tsx';

interface Props {
  text: string;
  onRetry: () => void;
}

/** A loading error, with a retry button. */
export function Problem({ text, onRetry }: Props) {
  return (
    <div className="studio-problem" role="alert">
      <p>Error: {text}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
