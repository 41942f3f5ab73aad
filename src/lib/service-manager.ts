import { spawn } from 'node:child_process';

export interface ServiceManager {
  /** It answers; `status` is for people. From now on it is said regularly that it still does, where that is wanted. */
  ready: (status: string) => Promise<void>;
  /** It is about to end. */
  stopping: () => Promise<void>;
}

/**
 * Tells systemd how a service of `Type=notify` is; does nothing where no systemd has started it. What systemd listens at,
 * a unix datagram socket, Node cannot write to, so systemd's own `systemd-notify` does: the unit needs `NotifyAccess=all`.
 *
 * @param env the variables of sd_notify(3) and sd_watchdog_enabled(3)
 * @param failed is told why systemd cannot be
 */
export function serviceManager(env: NodeJS.ProcessEnv, failed: (reason: string) => void): ServiceManager {
  if (!env.NOTIFY_SOCKET) return { ready: async () => {}, stopping: async () => {} };
  const tell = (...lines: string[]) => notify(env, lines).catch((error: Error) => failed(error.message));
  let alive: NodeJS.Timeout | undefined;
  return {
    ready: async (status) => {
      await tell('READY=1', `STATUS=${status}`);
      const within = watchdogMillis(env);
      if (within > 0) alive = setInterval(() => tell('WATCHDOG=1'), within / 2);
    },
    stopping: () => {
      clearInterval(alive);
      return tell('STOPPING=1', 'STATUS=comes to rest');
    },
  };
}

/** How often it has to be said that the service is alive; 0: never. */
const watchdogMillis = ({ WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv): number =>
  WATCHDOG_PID === undefined || WATCHDOG_PID === String(process.pid) ? Number(WATCHDOG_USEC ?? 0) / 1_000 : 0;

function notify({ NOTIFY_SOCKET, PATH }: NodeJS.ProcessEnv, lines: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('systemd-notify', lines, { env: { NOTIFY_SOCKET, PATH }, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (status) =>
      status === 0 ? resolve() : reject(new Error(`systemd-notify has ended with ${status}`)),
    );
  });
}
