export type Value = string | number | null | Uint8Array;

/** The values of a statement's `?` in order, or one record with the values of its `@name` parameters. */
export type Values = readonly Value[] | readonly [Readonly<Record<string, Value>>];
