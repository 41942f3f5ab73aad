/** What goes on inside, told to whoever listens: nobody, unless the server's metrics are on. */
export interface Watch {
  /** A transaction has ended, well or not: how many steps shared it, and its milliseconds. */
  committed?: (steps: number, millis: number) => void;
  /** A webhook was sent. */
  delivered?: (acknowledged: boolean) => void;
}
