import type { Message } from './messages/catalogue.ts';
/** Why the last attempt came to nothing. */
export interface Failure {
  time: number;
  reason: Message;
  /** How many attempts in a row have failed. */
  times: number;
}

export interface StoredAway {
  /** The newest one that this process knows to be there. */
  name: string | undefined;
  failed: Failure | undefined;
}

/** What a process knows of its attempts at copies of the database; the folder tells of those that succeeded. */
export interface Copying {
  failed: Failure | undefined;
  storedAway: StoredAway;
  isBehind: boolean;
}
