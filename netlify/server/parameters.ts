type Parameters<Fields> = {
  [Name in keyof Fields as Name extends string ? `p_${Name}` : never]: Exclude<
    Fields[Name],
    undefined
  >;
};

/** A call's fields as the parameters of its SQL function: `order` becomes `p_order`. Absent ones keep their default. */
export function parametersOf<Fields extends object>(fields: Fields): Parameters<Fields>;
export function parametersOf(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[`p_${name}`, value]],
    ),
  );
}
