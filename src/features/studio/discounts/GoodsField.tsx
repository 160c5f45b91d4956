import { useId, useState } from 'react';
import type { DiscountsAnswer } from '#domain/contracts/staff-discounts.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/form/Field.tsx';

type Good = DiscountsAnswer['goods'][number];

interface Props {
  goods: readonly Good[];
  chosen: readonly Good[];
  onChange: (chosen: readonly Good[]) => void;
}

function optionOf({ kind, name, slug }: Good): string {
  return kind === 'category' ? `All of ${name} (${slug})` : `${name} (${slug})`;
}

/** Chooses the products, categories and collections that a discount covers. */
export function GoodsField({ goods, chosen, onChange }: Props) {
  const list = useId();
  const [typed, setTyped] = useState('');

  function change(text: string): void {
    const found = goods.find((good) => optionOf(good) === text);
    setTyped(found ? '' : text);
    if (found && !chosen.includes(found)) onChange([...chosen, found]);
  }

  return (
    <div className="grid gap-2">
      <Field
        label="Products and categories"
        hint="Choose from the list; without any, it is for all products."
        fault={typed === '' ? undefined : 'Choose one from the list.'}
      >
        {(about) => (
          <input
            {...about}
            className="field"
            list={list}
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          />
        )}
      </Field>
      <datalist id={list}>
        {goods.map((good) => (
          <option key={optionOf(good)}>{optionOf(good)}</option>
        ))}
      </datalist>
      {chosen.length > 0 && (
        <ul className="discount-goods" aria-label="Chosen">
          {chosen.map((good) => (
            <li key={optionOf(good)}>
              {good.name}{' '}
              <Button
                look="link"
                onClick={() => onChange(chosen.filter((other) => other !== good))}
              >
                Remove<span className="sr-only"> {good.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
