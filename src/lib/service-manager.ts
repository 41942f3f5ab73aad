import { spawn } from 'node:child_process';
import { startInterval, type Timer } from './runtime.ts';

export interface ServiceManager {
  /** Reports readiness with a status text and starts the watchdog notifications, if systemd expects them. */
  ready: (status: string) => Promise<void>;
  stopping: () => Promise<void>;
}

/**
 * Notifies systemd about a service of `Type=notify`; does nothing elsewhere. Node cannot write to the unix datagram socket
 * of systemd, so the program `systemd-notify` does, which requires `NotifyAccess=all` in the unit.
 *
 * @param env the variables of sd_notify(3) and sd_watchdog_enabled(3)
 * @param onError called with the reason of a failed notification
 */
export function serviceManager(env: NodeJS.ProcessEnv, onError: (reason: string) => void): ServiceManager {
  if (!env.NOTIFY_SOCKET) return { ready: async () => {}, stopping: async () => {} };
  let sent = Promise.resolve();
  // One after the other: systemd would otherwise get the last watchdog notification after the one of the stop.
  const send = (...lines: string[]) => {
    sent = sent.then(() => notify(env, lines)).catch((error: Error) => onError(error.message));
    return sent;
  };
  let watchdog: Timer | undefined;
  return {
    ready: async (status) => {
      await send('READY=1', `STATUS=${status}`);
      const timeout = watchdogTimeout(env);
      if (timeout > 0) watchdog = startInterval(() => send('WATCHDOG=1'), timeout / 2);
    },
    stopping: () => {
      watchdog?.stop();
      return send('STOPPING=1', 'STATUS=stopping');
    },
  };
}

/** Milliseconds after which systemd restarts a silent service; 0 without a watchdog. */
const watchdogTimeout = ({ WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv): number =>
  WATCHDOG_PID === undefined || WATCHDOG_PID === String(process.pid) ? Number(WATCHDOG_USEC ?? 0) / 1_000 : 0;

function notify({ NOTIFY_SOCKET, PATH }: NodeJS.ProcessEnv, lines: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('systemd-notify', lines, { env: { NOTIFY_SOCKET, PATH }, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (status) =>
      status === 0 ? resolve() : reject(new Error(`systemd-notify exited with status ${status}`)),
    );
  });
}
