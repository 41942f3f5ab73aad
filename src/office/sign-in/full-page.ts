import type { GuestContext } from '../request-context.ts';

const HEADERS = Object.entries({ 'HX-Retarget': 'body', 'HX-Reswap': 'innerHTML', 'HX-Reselect': '.bare' });

/** Makes htmx show the whole page although it requested a part. */
export function showFullPage(context: GuestContext): void {
  if (context.request.partial) for (const [name, value] of HEADERS) context.headers.set(name, value);
}
