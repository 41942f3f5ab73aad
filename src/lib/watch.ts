/** Optional callbacks for the server's metrics. */
export interface Watch {
  /** A write transaction has ended, committed or not, with its number of steps and milliseconds. */
  committed?: (steps: number, millis: number) => void;
  /** A webhook delivery has ended. */
  delivered?: (acknowledged: boolean) => void;
}
