import { Option } from 'commander';
import { accountByName } from '../../domain/accounts/accounts.ts';
import { type AuditEntry, auditEntries } from '../../domain/audit/audit-log.ts';
import { AUDIT_EVENTS, type AuditEvent } from '../../domain/audit/events.ts';
import { type PageOptions, parsePage, parseTime } from '../arguments.ts';
import type { Cli } from '../cli.ts';
import { selectedStore } from '../lookup.ts';
import { table, timeText } from '../table.ts';

interface AuditOptions extends PageOptions {
  store?: string;
  event?: AuditEvent;
  user?: string;
  from?: string;
  until?: string;
}

export function auditCommand(cli: Cli): void {
  cli.program
    .command('audit')
    .description('List the audit log, newest first: who changed accounts, secrets, settings, money or data')
    .addOption(new Option('--event <event>', 'Only this event').choices(AUDIT_EVENTS))
    .option('--user <name>', 'Only entries of this account')
    .option('--from <time>', 'From this time')
    .option('--until <time>', 'Before this time')
    .storeOption()
    .pageOptions()
    .databaseAction((ctx, { store, event, user, from, until, ...page }: AuditOptions) => {
      const entries = auditEntries(ctx.db, {
        ...parsePage(page),
        storeId: store === undefined ? undefined : selectedStore(ctx, { store }).id,
        event,
        accountId: user === undefined ? undefined : accountByName(ctx.db, user).id,
        from: from === undefined ? undefined : parseTime(from, '--from'),
        until: until === undefined ? undefined : parseTime(until, '--until'),
      });
      printEntries(cli, entries);
    });
}

function printEntries(cli: Cli, entries: readonly AuditEntry[]): void {
  const documents = entries.map(({ storeId, actorId, actorName, subjectId, ...entry }) => ({
    ...entry,
    id: String(entry.id),
    store_id: storeId === null ? undefined : String(storeId),
    actor_id: actorId === null ? undefined : String(actorId),
    actor_name: actorName ?? undefined,
    origin: entry.origin ?? undefined,
    subject_id: subjectId === null ? undefined : String(subjectId),
  }));
  const rows = entries.map(({ time, actor, actorName, origin, event, subjectId, detail, count }) => [
    timeText(time),
    actorName ?? actor,
    origin,
    event,
    subjectId,
    count,
    JSON.stringify(detail),
  ]);
  cli.print({ entries: documents }, table(['time', 'actor', 'from', 'event', 'subject', 'count', 'detail'], rows));
}
