import { constants, setPriority } from 'node:os';

/**
 * Lets requests go before what this thread does, where cores are few. Only Linux knows the priority of a thread; the
 * service's unit may forbid to change it, and then all are alike.
 */
export function yieldToRequests(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // forbidden
  }
}
