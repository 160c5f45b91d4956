/** Shown until browser storage has been read (spec, section 3). */
export function Loading() {
  return (
    <p className="py-16 text-ink-soft" data-loading="">
      Loading...
    </p>
  );
}
