type Parameters<Fields> = { [Name in keyof Fields & string as `p_${Name}`]: Fields[Name] };

/** A call's fields as the parameters of its SQL function: `order` becomes `p_order`. */
export function parametersOf<Fields extends object>(fields: Fields): Parameters<Fields>;
export function parametersOf(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`p_${name}`, value]));
}
