import { failureOf, type HistoryEntry, historyOf } from '../../domain/orders/history.ts';
import { existingOrder } from '../../domain/orders/order.ts';
import { type Id, optionalIdText } from '../../lib/ids.ts';
import { isJsonObject, type JsonObject } from '../../lib/json-object.ts';
import { describe } from '../../lib/messages/messages.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { table, timeText } from '../table.ts';

export const historyCommand = (cli: Cli, order: CliCommand): CliCommand =>
  order
    .command('history')
    .description('List the changes of an order, oldest first')
    .idArgument('order', 'Order id')
    .databaseAction((ctx, id: Id) => printHistory(cli, historyOf(ctx.db, existingOrder(ctx.db, id).id)));

function printHistory(cli: Cli, entries: readonly HistoryEntry[]): void {
  const documents = entries.map(({ actorId, actorName, ...entry }) => ({
    time: entry.time,
    actor: entry.actor,
    actor_id: optionalIdText(actorId),
    actor_name: actorName ?? undefined,
    event: entry.event,
    detail: detailOf(entry),
  }));
  const rows = entries.flatMap((entry) => {
    const [first = '', ...more] = changeTexts(detailOf(entry));
    return [[timeText(entry.time), actorText(entry), entry.event, first], ...more.map((text) => ['', '', '', text])];
  });
  cli.print({ history: documents }, table(['time', 'by', 'event', 'what'], rows));
}

function detailOf(entry: Pick<HistoryEntry, 'event' | 'detail'>): JsonObject {
  const failure = failureOf(entry);
  return failure ? { ...entry.detail, reason: describe(failure) } : entry.detail;
}

const actorText = ({ actor, actorId, actorName }: HistoryEntry): string =>
  actorId === null ? actor : `${actor} ${actorName ?? actorId}`;

/** One line for the plain details of an entry and one for each changed field. */
function changeTexts(detail: JsonObject): string[] {
  const plain = Object.entries(detail).filter(([, value]) => !isJsonObject(value));
  const changed = Object.entries(detail).flatMap(([field, value]) =>
    isJsonObject(value) ? fieldTexts(field, value) : [],
  );
  const plainLine = plain.map(([field, value]) => `${field} ${fieldText(field, value)}`).join(', ');
  return plainLine === '' ? changed : [plainLine, ...changed];
}

/** The changed fields of an object, or the whole object if it was added or removed. */
function fieldTexts(field: string, { from, to }: JsonObject): string[] {
  if (!isJsonObject(from) || !isJsonObject(to))
    return [`${field}: ${wholeText(field, from)} → ${wholeText(field, to)}`];
  return Object.keys({ ...from, ...to })
    .filter((key) => plainText(from[key]) !== plainText(to[key]))
    .map((key) => `${field} ${key}: ${fieldText(key, from[key])} → ${fieldText(key, to[key])}`);
}

/** Omits ids of an added or removed line, whose names are printed. */
const wholeText = (field: string, value: unknown): string =>
  fieldText(
    field,
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !/(^|_)id$/.test(key))) : value,
  );

const fieldText = (field: string, value: unknown): string =>
  field.endsWith('_time') && typeof value === 'number' ? timeText(value) : plainText(value);

function plainText(value: unknown): string {
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return value.map(plainText).join('; ');
  if (!isJsonObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${fieldText(key, inner)}`)
    .join(', ');
}
