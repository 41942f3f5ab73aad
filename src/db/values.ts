export type Value = string | number | null | Uint8Array;

/** What a statement's `?` stand for in turn, or one record of what its `@name`s stand for. */
export type Values = readonly Value[] | readonly [Readonly<Record<string, Value>>];
