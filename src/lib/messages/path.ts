import type { Id } from '../ids.ts';

/** A field's name, an index in a list, an order line by its id, or a row or cell of a table. */
export type PathPart =
  | string
  | number
  | { readonly line: Id }
  | { readonly row: number; readonly column?: string | undefined };

/** Path of a field in a request. A single name needs no list. */
export type Path = string | readonly PathPart[];

/** As users read it: `products[0].qty`, `line 7.qty`, `row 5 cost`. */
export const pathText = (path: Path): string =>
  pathParts(path).reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? partText(part) : `${text}.${partText(part)}`;
  }, '');

function partText(part: Exclude<PathPart, number>): string {
  if (typeof part === 'string') return part;
  if ('line' in part) return `line ${part.line}`;
  return part.column === undefined ? `row ${part.row}` : `row ${part.row} ${part.column}`;
}

export const pathParts = (path: Path | undefined): readonly PathPart[] =>
  typeof path === 'string' ? [path] : (path ?? []);

/** The id of the order line that the path begins with. */
export function orderLineOf(path: Path): Id | undefined {
  const [first] = pathParts(path);
  return typeof first === 'object' && 'line' in first ? first.line : undefined;
}
