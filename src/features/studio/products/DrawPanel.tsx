import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { serverNow } from '#browser/server-clock.ts';
import { cancelDraw, getDraw, planDraw, type StaffDraw } from '#domain/contracts/staff-draws.ts';
import type { DrawPlaceState } from '#domain/enums.ts';
import { entriesText } from '#domain/draws/draw-facts.ts';
import { londonText } from '#domain/basics/london-clock.ts';
import { Button } from '../kit/Button.tsx';
import { Failure } from '../kit/Failure.tsx';
import { Panel } from '../kit/Panel.tsx';
import { momentText } from '../kit/day-text.ts';
import { ContractDialog, type DialogFrame } from '../kit/form/ContractDialog.tsx';
import { MomentField } from '../kit/form/MomentField.tsx';
import { TextField } from '../kit/form/TextField.tsx';
import { useContractForm } from '../kit/form/use-contract-form.ts';
import { wholeIn } from '../kit/form/whole-in.ts';
import { staffQuery } from '../kit/staff-query.ts';
import { usePageDialog } from '../kit/use-page-dialog.ts';

const stateNames: Readonly<Record<DrawPlaceState, string>> = {
  waiting: 'waits',
  offered: 'may buy',
  bought: 'bought',
  lapsed: 'did not buy',
  refused: 'same card or address as another',
};

const drawQuery = (product: string) => staffQuery(['draw', product], getDraw, { product });

interface FormProps extends DialogFrame {
  product: string;
  known: StaffDraw;
}

/** Plans a draw, or changes one that has not opened. */
function PlanDialog({ product, known, ...frame }: FormProps) {
  const client = useQueryClient();
  const planned = known.draw?.ended_at === null ? known.draw : null;
  const [opens, setOpens] = useState(planned?.opens_at ?? null);
  const [closes, setCloses] = useState(planned?.closes_at ?? null);
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      known.colours.map(({ variant, quantity }) => [
        variant,
        String(planned ? (planned.pieces[variant] ?? '') : quantity || ''),
      ]),
    ),
  );
  const pieces = Object.fromEntries(
    Object.entries(typed).flatMap(([variant, text]) =>
      text.trim() === '' || text.trim() === '0' ? [] : [[variant, wholeIn(text)]],
    ),
  );
  const form = useContractForm(planDraw, {
    asked: { product, opens_at: opens, closes_at: closes, pieces },
    refusals: { draw_times: 'closes_at' },
    done(answer) {
      client.setQueryData(drawQuery(product).queryKey, answer);
      return 'The draw is planned.';
    },
  });
  return (
    <ContractDialog {...frame} form={form} title="Draw" verb="Save">
      <MomentField label="Opens" {...form.at('opens_at')} value={opens} onChange={setOpens} />
      <MomentField label="Closes" {...form.at('closes_at')} value={closes} onChange={setCloses} />
      {known.colours.map(({ variant, color_name, quantity }) => (
        <TextField
          key={variant}
          label={`Pieces in ${color_name}`}
          hint={`${quantity} in stock. Empty for none.`}
          inputMode="numeric"
          {...form.at(`pieces.${variant}`)}
          value={typed[variant] ?? ''}
          onChange={(text) => setTyped({ ...typed, [variant]: text })}
        />
      ))}
      <p className="studio-soft">
        As soon as it is saved, the product is sold to winners only, until the draw has ended. Once
        it has opened, it cannot be changed.
      </p>
    </ContractDialog>
  );
}

function CancelDialog({ product, ...frame }: DialogFrame & { product: string }) {
  const client = useQueryClient();
  const form = useContractForm(cancelDraw, {
    asked: { product },
    done(answer) {
      client.setQueryData(drawQuery(product).queryKey, answer);
      return 'The draw is cancelled.';
    },
  });
  return (
    <ContractDialog {...frame} form={form} title="Cancel the draw?" verb="Cancel draw">
      <p>The product is sold as usual again.</p>
    </ContractDialog>
  );
}

function stateText(draw: NonNullable<StaffDraw['draw']>): string {
  if (draw.ended_at) return `Ended ${momentText(draw.ended_at)}.`;
  if (draw.drawn_at) return 'Drawn: winners are buying.';
  if (serverNow() >= Date.parse(draw.closes_at))
    return `Closed. Drawn on ${londonText(draw.seed_at)}.`;
  return `${serverNow() < Date.parse(draw.opens_at) ? 'Opens' : 'Open since'} ${momentText(draw.opens_at)}, closes ${momentText(draw.closes_at)}.`;
}

function Winners({ winners }: Pick<NonNullable<StaffDraw['draw']>, 'winners'>) {
  return (
    <ul className="grid gap-1 text-sm">
      {winners.map(({ color_name, place, state, ends_at, email }) => (
        <li key={`${color_name} ${place}`} className="wrap-anywhere">
          {`${color_name}, ${place}: ${email ?? 'withdrawn'}, ${stateNames[state]}`}
          {state === 'offered' && ends_at && ` until ${momentText(ends_at)}`}
        </li>
      ))}
    </ul>
  );
}

/** The draw of a product: plans it, and watches it. Acts at once, apart from the product's draft. */
export default function DrawPanel({ product }: { product: string }) {
  const { data, error } = useQuery({ ...drawQuery(product), refetchInterval: 30_000 });
  const page = usePageDialog();
  if (!data) return error && <Failure of={error} />;
  const { draw } = data;
  const isRunning = draw !== null && draw.ended_at === null;
  const mayChange = !isRunning || serverNow() < Date.parse(draw.opens_at);
  return (
    <Panel title="Draw">
      {draw === null && (
        <p className="studio-soft">Instead of a race, draw who may buy. Entering is free.</p>
      )}
      {draw && (
        <>
          <p>{stateText(draw)}</p>
          <p>{entriesText(draw.entries)}</p>
          {draw.winners.length > 0 && <Winners winners={draw.winners} />}
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {mayChange && (
          <Button
            opensDialog
            onClick={() =>
              page.open((frame) => <PlanDialog {...frame} product={product} known={data} />)
            }
          >
            {isRunning ? 'Change draw' : 'Plan a draw'}
          </Button>
        )}
        {isRunning && draw.entries === 0 && !draw.sealed_at && (
          <Button
            opensDialog
            onClick={() => page.open((frame) => <CancelDialog {...frame} product={product} />)}
          >
            Cancel draw
          </Button>
        )}
      </div>
      <output>{page.news}</output>
      {/* Outside the product's form, which cannot contain another. */}
      {page.dialog &&
        createPortal(
          <div onSubmit={(event) => event.stopPropagation()}>{page.dialog}</div>,
          document.body,
        )}
    </Panel>
  );
}
