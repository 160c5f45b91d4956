import { Button } from '../Button.tsx';

interface Props<Name extends string> {
  legend: string;
  names: readonly Name[];
  chosen: Name;
  onChoose: (name: Name) => void;
}

/** Toggle buttons, exactly one pressed. */
export function OneOf<Name extends string>({ legend, names, chosen, onChoose }: Props<Name>) {
  return (
    <fieldset className="shop-frame-choice">
      <legend className="sr-only">{legend}</legend>
      {names.map((name) => (
        <Button
          key={name}
          look="small"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  );
}
