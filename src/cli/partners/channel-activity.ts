import { unblockSignIn } from '../../domain/accounts/throttle.ts';
import { type Call, listCalls } from '../../domain/channels/calls.ts';
import { currentBlocks, unblock } from '../../domain/channels/throttle.ts';
import { notFound } from '../../lib/errors.ts';
import { messageFromJson } from '../../lib/messages/message.ts';
import { describe } from '../../lib/messages/messages.ts';
import { type PageOptions, parsePage } from '../arguments.ts';
import type { Cli, CliCommand } from '../cli.ts';
import { findChannel } from '../lookup.ts';
import { table, timeText } from '../table.ts';

export function channelActivityCommands(cli: Cli, channel: CliCommand): void {
  channel
    .command('calls')
    .description('List the newest API calls of a channel. The server saves them every second')
    .argument('<channel>', 'Channel id, key or client id')
    .option('--failed', 'Only failed calls')
    .option('--request <id>', 'Only calls with this request id')
    .pageOptions()
    .databaseAction((ctx, name: string, options: PageOptions & { failed?: true; request?: string }) => {
      const search = { ...parsePage(options), failedOnly: options.failed ?? false, requestId: options.request };
      printCalls(cli, listCalls(ctx.db, findChannel(ctx, name).id, search));
    });
  channel
    .command('blocks')
    .description('List blocked client ids and IP addresses; "raan unblock" unblocks them')
    .databaseAction((ctx) => {
      const blocks = currentBlocks(ctx.db, ctx.now());
      cli.print(
        { blocks: blocks.map(({ kind, name, untilTime }) => ({ kind, name, until_time: untilTime })) },
        table(
          ['kind', 'blocked', 'until'],
          blocks.map(({ kind, name, untilTime }) => [kind, name, timeText(untilTime)]),
        ),
      );
    });
}

function printCalls(cli: Cli, calls: readonly Call[]): void {
  const documents = calls.map((call) => ({
    time: call.time,
    endpoint: call.endpoint,
    status: call.status,
    error: call.error ?? undefined,
    error_description: explanation(call),
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
    explanation(call) ?? null,
  ]);
  cli.print({ calls: documents }, table(['time', 'endpoint', 'status', 'ms', 'address', 'request_id', 'error'], rows));
}

const explanation = ({ errorDescription }: Call): string | undefined =>
  errorDescription === null ? undefined : describe(messageFromJson(errorDescription));

export function unblockCommand(cli: Cli): void {
  cli.program
    .command('unblock')
    .summary('Unblock a client id, account or IP address')
    .description('Remove a block of the token endpoint or the office sign-in.')
    .argument('<name>', 'Client id, account name or IP address')
    .databaseAction(async (ctx, name: string) => {
      const lifted = await ctx.write((tx) => [unblock(tx, name), unblockSignIn(tx, name)]);
      if (!lifted.includes(true)) throw notFound('not_blocked', { name });
      cli.print({ unblocked: name }, `${name} is no longer blocked`);
    });
}
