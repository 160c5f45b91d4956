/** What a page says until browser storage has been read (spec, section 3). */
export function Loading() {
  return (
    <div className="py-16 text-ink-soft">
      <p>Loading...</p>
      <noscript>
        <p>This page needs JavaScript. Please turn it on in your browser.</p>
      </noscript>
    </div>
  );
}
