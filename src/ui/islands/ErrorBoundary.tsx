import { Component } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '#api/http/api-error.ts';

interface Props {
  children: ReactNode;
}

interface State {
  error: unknown;
}

/** The status is 0 without a response. */
function describe(error: unknown): { status?: number; text: string; stack?: string | undefined } {
  if (!(error instanceof Error)) return { text: String(error) };
  const { message: text, stack } = error;
  return error instanceof ApiError ? { status: error.status, text, stack } : { text, stack };
}

/**
 * Shows the spec's generic error block in place of an island that failed to render; React logs the
 * error.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Unknown error') };
  }

  override componentDidCatch(error: unknown): void {
    // React keeps it from the window, whose listener reports it (src/ui/report-errors.ts).
    if (!(error instanceof ApiError)) dispatchEvent(new ErrorEvent('error', { error }));
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    const { status, text, stack } = describe(this.state.error);
    return (
      <section className="shell grid gap-6 py-16" role="alert">
        <h1 className="title">Unexpected Application Error!</h1>
        <p className="text-xl">
          {!!status && <span className="mr-3 font-semibold">{status}</span>}
          {text}
        </p>
        {stack && <pre className="error-stack">{stack}</pre>}
        <p>
          <a className="button" href="/">
            Home
          </a>
        </p>
      </section>
    );
  }
}
