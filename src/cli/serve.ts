import type { Context } from '../context.ts';
import { firstRunLink, needsFirstRun } from '../domain/accounts/first-run.ts';
import { meddlers } from '../lib/environment.ts';
import { Fault } from '../lib/errors.ts';
import { serviceManager } from '../lib/service-manager.ts';
import { sweepSooner } from '../lib/sweeping.ts';
import type { Shell } from './shell.ts';

/** Serves a context until it is stopped; wired in from outside. */
export type Serve = (ctx: Context) => Promise<{
  readonly address: string;
  readonly metricsAddress: string | undefined;
  readonly stop: () => Promise<void>;
}>;

export function serveCommand(shell: Shell, serve: Serve): void {
  shell.program
    .command('serve')
    .description(
      'run the service until SIGTERM or SIGINT; makes the database where there is none, upgrades an older raan’s',
    )
    .action(() =>
      shell.withDatabase(
        async (ctx) => {
          const stopped = stopSignal();
          warnOfEnvironment(ctx);
          const { address, metricsAddress, stop } = await serve(ctx);
          const manager = serviceManager(process.env, (reason) =>
            ctx.log.error({ reason }, 'systemd cannot be told how the service is'),
          );
          const firstRun = await firstRunAddress(ctx, address);
          const metrics = metricsAddress && `${metricsAddress}/metrics`;
          shell.answer({ address, metrics, first_run: firstRun }, [
            `raan answers at ${address}`,
            ...(metrics === undefined ? [] : [`its metrics are at ${metrics}`]),
            ...(firstRun === undefined ? [] : [`open ${firstRun} to make the owner’s account; it works once`]),
          ]);
          await manager.ready(`answers at ${address}`);
          sweepSooner();
          const failure = await Promise.race([stopped, ctx.db.broken]);
          await Promise.all([manager.stopping(), stop()]);
          if (failure) throw diskFault(ctx, failure);
        },
        { create: true, upgrade: true },
      ),
    );
}

const diskFault = ({ config }: Context, { message }: Error): Fault =>
  new Fault(
    `the disk under ${config.database} fails (${message}); the service has stopped, since what it would answer might not be kept: look into the system's log, mend the disk, run "raan check" and start again`,
  );

function warnOfEnvironment({ log }: Context): void {
  const set = meddlers();
  if (set.length === 0) return;
  const told = set.map(({ name, effect }) => `${name} ${effect}`).join('; ');
  log.warn(`the environment meddles: ${told}; take that out of it`);
}

/** Where the first account is made, while there is none. */
async function firstRunAddress(ctx: Context, address: string): Promise<string | undefined> {
  if (!needsFirstRun(ctx.db)) return undefined;
  const key = await ctx.write((db) => firstRunLink(db, ctx.now()));
  return `${ctx.config.listen.base_url.replace(/\/$/, '') || address}/office/first-run?key=${key}`;
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
