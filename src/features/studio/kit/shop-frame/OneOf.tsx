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
        <button
          key={name}
          type="button"
          className="studio-small"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
