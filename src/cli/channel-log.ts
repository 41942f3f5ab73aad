import type { Command } from 'commander';
import { listCalls } from '../domain/channels/call-list.ts';
import type { Call } from '../domain/channels/calls.ts';
import { currentBlocks } from '../domain/channels/throttle.ts';
import { findChannel } from './find-channel.ts';
import { type PageOptions, pageOf, takesPage } from './paging.ts';
import type { Shell } from './shell.ts';
import { table, timeText } from './table.ts';

/** The commands that show what partners do, and who is kept out. */
export function channelLogCommands(shell: Shell, channel: Command): void {
  takesPage(
    channel
      .command('calls')
      .description('its newest calls, and the newest that failed; a server writes them down every second')
      .argument('<channel>', 'its id, key or client id')
      .option('--failed', 'only calls that failed')
      .option('--request <id>', 'only calls with this request id'),
  ).action((name: string, options: PageOptions & { failed?: true; request?: string }) =>
    shell.withDatabase((ctx) => {
      const search = { ...pageOf(options), failedOnly: options.failed ?? false, requestId: options.request };
      answerCalls(shell, listCalls(ctx.db, findChannel(ctx, name).id, search));
    }),
  );
  channel
    .command('blocks')
    .description('the client ids and addresses that get no token for now; "raan unblock" lets them')
    .action(() =>
      shell.withDatabase((ctx) => {
        const blocks = currentBlocks(ctx.db, ctx.now());
        shell.answer(
          { blocks: blocks.map(({ kind, name, untilTime }) => ({ kind, name, until_time: untilTime })) },
          table(
            ['kind', 'blocked', 'until'],
            blocks.map(({ kind, name, untilTime }) => [kind, name, timeText(untilTime)]),
          ),
        );
      }),
    );
}

function answerCalls(shell: Shell, calls: readonly Call[]): void {
  const documents = calls.map((call) => ({
    time: call.time,
    endpoint: call.endpoint,
    status: call.status,
    error: call.error ?? undefined,
    error_description: call.errorDescription ?? undefined,
    millis: call.millis,
    request_id: call.requestId,
    address: call.address,
  }));
  const rows = calls.map((call) => [
    timeText(call.time),
    call.endpoint,
    call.status,
    call.millis,
    call.address,
    call.requestId,
    call.errorDescription,
  ]);
  shell.answer(
    { calls: documents },
    table(['time', 'endpoint', 'status', 'ms', 'address', 'request_id', 'why it failed'], rows),
  );
}
