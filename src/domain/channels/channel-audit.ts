import { query } from '../../db/statement.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import type { Id } from '../../lib/ids.ts';
import { audit } from '../audit/audit-log.ts';
import type { AuditEvent } from '../audit/events.ts';

const storeOfChannel = query<{ storeId: Id }>(
  { reads: ['channels'] },
  'SELECT store_id AS storeId FROM channels WHERE id = ?',
);

/** Adds an entry about a channel to the audit log. @param channelId undefined: none that raan knows */
export function auditChannel(tx: WriteTx, event: AuditEvent, channelId: Id | undefined, detail = {}): void {
  const storeId = channelId === undefined ? null : (tx.get(storeOfChannel, channelId)?.storeId ?? null);
  audit(tx, event, { storeId, subjectId: channelId, detail });
}
