import type { Command } from 'commander';
import { type HistoryEntry, historyOf } from '../../domain/orders/history.ts';
import { existingOrder } from '../../domain/orders/read.ts';
import { optionalIdText } from '../../lib/ids.ts';
import { idArgument, type Shell } from '../shell.ts';
import { table, timeText } from '../table.ts';

export const historyCommand = (shell: Shell, order: Command): Command =>
  order
    .command('history')
    .description('what has become of an order, oldest first: who changed what, and when')
    .argument('<order>', 'the order’s id')
    .action((id: string) =>
      shell.withDatabase((ctx) =>
        answerHistory(shell, historyOf(ctx.db, existingOrder(ctx.db, idArgument(id, 'ORDER')).id)),
      ),
    );

function answerHistory(shell: Shell, entries: readonly HistoryEntry[]): void {
  const documents = entries.map(({ actorId, actorName, ...entry }) => ({
    time: entry.time,
    actor: entry.actor,
    actor_id: optionalIdText(actorId),
    actor_name: actorName ?? undefined,
    event: entry.event,
    detail: entry.detail,
  }));
  const rows = entries.flatMap((entry) => {
    const [first = '', ...more] = changeTexts(entry.detail);
    return [[timeText(entry.time), actorText(entry), entry.event, first], ...more.map((text) => ['', '', '', text])];
  });
  shell.answer({ history: documents }, table(['time', 'by', 'event', 'what'], rows));
}

const actorText = ({ actor, actorId, actorName }: HistoryEntry): string =>
  actorId === null ? actor : `${actor} ${actorName ?? actorId}`;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an entry tells, a line for each field that was changed, and one for all others. */
function changeTexts(detail: Fields): string[] {
  const told = Object.entries(detail).filter(([, value]) => !isFields(value));
  const changed = Object.entries(detail).flatMap(([field, value]) => (isFields(value) ? fieldTexts(field, value) : []));
  const telling = told.map(([field, value]) => `${field} ${fieldText(field, value)}`).join(', ');
  return telling === '' ? changed : [telling, ...changed];
}

/** An object is told by the fields in which it differs, unless it came or went whole. */
function fieldTexts(field: string, { from, to }: Fields): string[] {
  if (!isFields(from) || !isFields(to)) return [`${field}: ${wholeText(field, from)} → ${wholeText(field, to)}`];
  return Object.keys({ ...from, ...to })
    .filter((key) => plainText(from[key]) !== plainText(to[key]))
    .map((key) => `${field} ${key}: ${fieldText(key, from[key])} → ${fieldText(key, to[key])}`);
}

/** Without the ids of a line that came or went: its names say more. */
const wholeText = (field: string, value: unknown): string =>
  fieldText(
    field,
    isFields(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !/(^|_)id$/.test(key))) : value,
  );

const fieldText = (field: string, value: unknown): string =>
  field.endsWith('_time') && typeof value === 'number' ? timeText(value) : plainText(value);

function plainText(value: unknown): string {
  if (value === undefined) return 'none';
  if (Array.isArray(value)) return value.map(plainText).join('; ');
  if (!isFields(value)) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${fieldText(key, inner)}`)
    .join(', ');
}
