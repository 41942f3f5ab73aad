import type { Message } from './messages/catalogue.ts';

/** The last failed attempt. */
export interface Failure {
  time: number;
  reason: Message;
  /** Number of consecutive failures. */
  times: number;
}

export interface StoredAway {
  /** The newest copy that this process knows of. */
  name: string | undefined;
  failed: Failure | undefined;
}

/** The state of this process's database copies. Successful copies are listed by their folder instead. */
export interface Copying {
  failed: Failure | undefined;
  storedAway: StoredAway;
  isBehind: boolean;
}
