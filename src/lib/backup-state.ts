import type { Message } from './messages/catalogue.ts';

/** The last of consecutive failed attempts. */
export interface Failure {
  time: number;
  reason: Message;
  /** How many attempts failed in a row. */
  attempts: number;
}

export interface BucketUpload {
  /** Name of the newest backup that this process knows to be uploaded. */
  name: string | undefined;
  failed: Failure | undefined;
}

/** The state of the backups of this process. Successful backups are listed from their folder instead. */
export interface BackupState {
  failed: Failure | undefined;
  /** Time of the last run of the schedule without a problem, or with backups turned off. */
  lastSuccessTime?: number;
  bucketUpload: BucketUpload;
  isBehind: boolean;
}
