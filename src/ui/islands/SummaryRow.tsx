interface Props {
  label: string;
  children: string | number;
  /** Render as the total. */
  total?: boolean;
}

/** One line of a summary; place it in a `dl`. */
export function SummaryRow({ label, children, total = false }: Props) {
  const emphasis = total ? ' border-t border-bone-deep pt-3 text-lg font-semibold' : '';
  return (
    <div className={`flex justify-between gap-4${emphasis}`}>
      <dt>{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
