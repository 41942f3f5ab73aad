import type { Id } from './ids.ts';

/** Author and origin of a change, for the audit log. */
export type Actor =
  | { kind: 'account' | 'channel'; id: Id; address: string }
  /** A browser that is not signed in. */
  | { kind: 'visitor'; address: string }
  /** The command line. */
  | { kind: 'command'; operatingSystemUser: string }
  /** raan itself. */
  | { kind: 'system' };

/** The cause of the changes of a write step. */
export interface AuditStamp {
  actor: Actor;
  /** Unix milliseconds. */
  time: number;
}
