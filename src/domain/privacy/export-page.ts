import { setImmediate as nextTurn } from 'node:timers/promises';
import { bangkokSecond } from '../../lib/calendar.ts';
import type { PersonExport } from './export.ts';

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

// A customer may have thousands of orders, so other calls are answered between them.

async function eachOrder({ orders }: PersonExport, textOf: (order: object) => string): Promise<string[]> {
  const texts: string[] = [];
  for (const order of orders) {
    texts.push(textOf(order));
    await nextTurn();
  }
  return texts;
}

/** The export as an indented JSON document. */
export async function exportJson(exported: PersonExport): Promise<string> {
  const { orders: _, ...rest } = exported;
  const texts = await eachOrder(exported, (order) => JSON.stringify(order, null, 2));
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "orders": [\n${texts.join(',\n')}\n  ]\n}\n`;
}

/** The export as a page of its own that a customer can read and print: nested lists, slips as pictures. */
export async function exportPage(exported: PersonExport): Promise<string> {
  const { orders: _, ...rest } = exported;
  const orders = await eachOrder(exported, (order) => rendered(order));
  return page(exported.name, `${rendered(rest)}<dl><dt>orders</dt><dd>${orders.join('')}</dd></dl>`);
}

const page = (title: string, content: string): string => `<!doctype html>
<html lang="th"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>body{font-family:sans-serif;line-height:1.5;margin:2rem auto;max-width:60rem;padding:0 1rem}
dl{border-left:2px solid #ccc;margin:0 0 1rem;padding-left:1rem}dt{color:#555}dd{margin:0 0 .3rem}img{max-width:20rem}</style>
</head><body><h1>${escaped(title)}</h1>${content}</body></html>
`;

function rendered(value: unknown, name = ''): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map((element) => rendered(element)).join('');
  if (typeof value === 'object' && isSlip(value))
    return `<img alt="slip" src="data:${value.media_type};base64,${value.base64}">`;
  if (typeof value === 'object')
    return `<dl>${Object.entries(value)
      .filter(([, content]) => content !== undefined)
      .map(([key, content]) => `<dt>${escaped(key)}</dt><dd>${rendered(content, key)}</dd>`)
      .join('')}</dl>`;
  const isTime = typeof value === 'number' && (name === 'time' || name.endsWith('_time'));
  return escaped(isTime ? bangkokSecond(value) : String(value));
}

const isSlip = (value: object): value is { media_type: string; base64: string } => 'base64' in value;
