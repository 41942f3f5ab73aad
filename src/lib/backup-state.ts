import type { Message } from './messages/catalogue.ts';

/** The last of consecutive failed attempts. */
export interface Failure {
  time: number;
  reason: Message;
  /** How many attempts failed in a row. */
  attempts: number;
}

export interface BucketUpload {
  /** Name of the newest uploaded backup that this process knows of. */
  name: string | undefined;
  failed: Failure | undefined;
}

/** The state of the backups of this process. Successful backups are listed from their folder instead. */
export interface BackupState {
  failed: Failure | undefined;
  /** When the schedule of this process last ended without a problem, or found backups turned off. */
  goodTime?: number;
  bucketUpload: BucketUpload;
  isBehind: boolean;
}
