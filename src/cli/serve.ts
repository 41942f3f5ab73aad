import type { Context } from '../context.ts';
import type { Shell } from './shell.ts';

/** Serves a context until it is stopped; wired in from outside. */
export type Serve = (ctx: Context) => Promise<{ readonly address: string; readonly stop: () => Promise<void> }>;

export function serveCommand(shell: Shell, serve: Serve): void {
  shell.program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT; makes the database where there is none')
    .action(() =>
      shell.withDatabase(
        async (ctx) => {
          const stopped = stopSignal();
          const { address, stop } = await serve(ctx);
          shell.answer({ address }, `raan answers at ${address}`);
          await stopped;
          await stop();
        },
        { create: true },
      ),
    );
}

/** Resolves when the process is asked to stop; asked again, it ends at once. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const signals = ['SIGTERM', 'SIGINT'] as const;
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
