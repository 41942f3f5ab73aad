import { resetNow } from '../../domain/sandbox/reset-state.ts';
import { addTestChannel } from '../../domain/sandbox/sandbox.ts';
import { sandboxOf } from '../../domain/stores.ts';
import { notFound } from '../../lib/errors.ts';
import { idText } from '../../lib/ids.ts';
import type { Cli } from '../cli.ts';
import { selectedStore } from '../lookup.ts';

export function sandboxCommands(cli: Cli): void {
  const sandbox = cli.program.command('sandbox').description('Manage the sandbox of a store, where partners test');
  sandbox
    .command('add-channel')
    .summary('Add a test channel and print its secrets')
    .description(
      'Add a test channel to the sandbox of a store and print its secrets. The first one creates the sandbox; the server then copies the products.',
    )
    .storeOption()
    .databaseAction(async (ctx, options: { store?: string }) => {
      const wanted = { store: selectedStore(ctx, options), codes: ctx.config.values };
      const { channel, clientSecret, webhookSecret } = await ctx.write((tx) => addTestChannel(tx, wanted, ctx.now()));
      const document = {
        id: idText(channel.id),
        store_id: idText(channel.storeId),
        client_id: channel.clientId,
        client_secret: clientSecret,
        webhook_secret: webhookSecret,
      };
      cli.print(document, [
        `channel         ${channel.id}  ${channel.name}`,
        `sandbox         ${channel.storeId}`,
        `client_id       ${channel.clientId}`,
        `client_secret   ${clientSecret}   (shown once)`,
        `webhook_secret  ${webhookSecret}`,
      ]);
    });
  sandbox
    .command('reset')
    .summary('Reset the sandbox of a store now')
    .description('Reset the sandbox of a store now instead of at 3:00. The server does it.')
    .storeOption()
    .databaseAction(async (ctx, options: { store?: string }) => {
      const { id, key } = selectedStore(ctx, options);
      const found = sandboxOf(ctx.db, id);
      if (!found) throw notFound('store_has_no_sandbox', { store: key });
      await ctx.write((tx) => resetNow(tx, found.id, ctx.now()));
      cli.print({ store_id: idText(found.id), reset: 'scheduled' }, `The reset of the sandbox of ${key} begins.`);
    });
}
