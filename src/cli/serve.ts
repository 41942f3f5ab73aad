import type { Serve } from './program.ts';
import type { Shell } from './shell.ts';

export function serveCommand(shell: Shell, serve: Serve): void {
  shell.program
    .command('serve')
    .description('run the service until SIGTERM or SIGINT; makes the database where there is none')
    .action(() =>
      shell.withDatabase(
        async (ctx) => {
          const { address, stop } = await serve(ctx);
          shell.answer({ address }, `raan answers at ${address}`);
          await stopSignal();
          await stop();
        },
        { create: true },
      ),
    );
}

/** Resolves when the process is asked to stop; asked again, it ends at once. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
