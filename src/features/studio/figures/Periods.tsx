import { figurePeriods } from '#domain/enums.ts';
import type { FiguresAnswer } from '#domain/contracts/staff-figures.ts';
import { linkTo } from '../kit/use-place.ts';
import { dayAfter, daysText, periodNames } from './figure-texts.ts';

interface Props {
  /** The page of figures. */
  page: string;
  shown: Pick<FiguresAnswer, 'period' | 'from' | 'to' | 'before_from' | 'before_to' | 'today'>;
}

/** Chooses the period, and moves to the one before or after it. */
export function Periods({ page, shown }: Props) {
  const { period, from, to, before_from: earlier, today } = shown;
  const linkAt = (query: Record<string, string>) => linkTo({ at: 'figures', page, query });
  return (
    <nav aria-label="Period" className="figures-periods">
      {figurePeriods.map((one) => (
        <a
          key={one}
          className="studio-small"
          {...linkAt({ period: one })}
          aria-current={one === period && to === today ? 'page' : undefined}
        >
          {periodNames[one]}
        </a>
      ))}
      <span className="figures-steps">
        <a className="studio-small" {...linkAt({ period, day: earlier })}>
          Earlier
        </a>
        {to < today && (
          <a className="studio-small" {...linkAt({ period, day: dayAfter(to, 1) })}>
            Later
          </a>
        )}
      </span>
      <p className="figures-days">
        <strong>{daysText(from, to)}</strong>{' '}
        <span className="studio-dim">against {daysText(shown.before_from, shown.before_to)}</span>
      </p>
    </nav>
  );
}
