import type { Message } from '../../lib/messages/catalogue.ts';

/** The outcome of an attempt to send a message. */
export type Outcome =
  | { is: 'sent' }
  /** The service certainly does not have it. `after`: milliseconds that the service asks to wait. */
  | { is: 'unsent'; reason: Message; after?: number | undefined }
  /** The service rejects it, and would reject it again. */
  | { is: 'failed'; reason: Message }
  /** The recipient no longer exists. */
  | { is: 'gone'; reason: Message }
  /** The service may have it. */
  | { is: 'unknown'; reason: Message };

/** Called right before a message is sent irrevocably. False: it must not be sent. */
export type Claim = () => Promise<boolean>;

export const SENT: Outcome = { is: 'sent' };
