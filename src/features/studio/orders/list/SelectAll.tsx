import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  mostPrinted,
  type StaffOrdersAnswer,
  type StaffRow,
} from '#domain/contracts/staff-orders.ts';
import { Button } from '../../kit/Button.tsx';
import { problemText } from '../../kit/problem-text.ts';
import { type ListPlace, ordersQuery } from '../queries.ts';

interface Props {
  place: ListPlace;
  page: StaffOrdersAnswer;
  chosen: ReadonlyMap<string, StaffRow>;
  onChoose: (chosen: ReadonlyMap<string, StaffRow>) => void;
}

/** Selects the orders of all pages, as many as are printed at once, when those of this page are selected. */
export function SelectAll({ place, page, chosen, onChoose }: Props) {
  const client = useQueryClient();
  const all = useMutation({
    mutationFn: async () => {
      const found = new Map<string, StaffRow>();
      let after: string | null = null;
      do {
        const next: StaffOrdersAnswer = await client.fetchQuery(ordersQuery({ ...place, after }));
        for (const row of next.rows) if (row.order !== null) found.set(row.key, row);
        ({ next: after } = next);
      } while (after !== null && found.size < mostPrinted);
      return found;
    },
    onSuccess: (found) => onChoose(new Map([...found].slice(0, mostPrinted))),
  });
  const here = page.rows.filter(({ order }) => order !== null);
  const isPageChosen = here.length > 0 && here.every(({ key }) => chosen.has(key));
  const isMore = here.length < page.total && chosen.size < Math.min(page.total, mostPrinted);
  if (!isPageChosen || (!isMore && !all.isError)) return null;
  return (
    <p className="studio-actions">
      <Button busy={all.isPending} onClick={() => all.mutate()}>
        {page.total > mostPrinted
          ? `Select the first ${mostPrinted} of ${page.total}`
          : `Select all ${page.total}`}
      </Button>
      {all.isError && (
        <span className="message-error" role="alert">
          {problemText(all.error)}
        </span>
      )}
    </p>
  );
}
