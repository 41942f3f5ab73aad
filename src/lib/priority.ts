import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of the calling thread below the threads that serve requests. Linux only: elsewhere priorities are
 * per process. A sandboxed service may not be allowed to change it; then nothing happens.
 */
export function yieldToRequests(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // not permitted
  }
}
