import { baseUrl } from '../../config.ts';
import type { Context } from '../../context.ts';
import { resetNow } from '../../domain/sandbox/reset-state.ts';
import { addTestChannel, type TestChannel } from '../../domain/sandbox/sandbox.ts';
import { sandboxOf } from '../../domain/stores.ts';
import { notFound } from '../../lib/errors.ts';
import { idText, optionalIdText } from '../../lib/ids.ts';
import { standardKey } from '../../lib/secrets.ts';
import { parseText } from '../arguments.ts';
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
    .argument('[name]', 'Name (default: Sandbox and a number)')
    .storeOption()
    .databaseAction(async (ctx, name: string | undefined, options: { store?: string }) => {
      const given = name === undefined ? undefined : parseText(name, 'NAME');
      const wanted = { store: selectedStore(ctx, options), name: given, codes: ctx.config.values };
      printSecrets(cli, ctx, await ctx.write((tx) => addTestChannel(tx, wanted, ctx.now())));
    });
  sandbox
    .command('reset')
    .summary('Reset the sandbox of a store now')
    .description('Reset the sandbox of a store now instead of at 03:00. The running server performs the reset.')
    .storeOption()
    .databaseAction(async (ctx, options: { store?: string }) => {
      const { id, key } = selectedStore(ctx, options);
      const found = sandboxOf(ctx.db, id);
      if (!found) throw notFound('store_has_no_sandbox', { store: key });
      await ctx.write((tx) => resetNow(tx, found.id, ctx.now()));
      cli.print({ store_id: idText(found.id), reset: 'scheduled' }, `The reset of the sandbox of ${key} begins.`);
    });
}

/** Everything that the partner needs to connect. */
function printSecrets(
  cli: Cli,
  { config }: Context,
  { channel, clientSecret = '', webhookSecret = '' }: TestChannel,
): void {
  const document = {
    id: idText(channel.id),
    store_id: idText(channel.storeId),
    app_id: optionalIdText(channel.appId),
    base_url: baseUrl(config),
    client_id: channel.clientId,
    client_secret: clientSecret,
    webhook_secret: webhookSecret,
    standard_key: standardKey(webhookSecret),
  };
  cli.print(document, [
    `channel         ${channel.id}  ${channel.name}`,
    `app             ${channel.appId}  ${channel.name}`,
    `sandbox         ${channel.storeId}`,
    `base_url        ${document.base_url ?? '(listen.base_url is not set)'}`,
    `client_id       ${channel.clientId}`,
    `client_secret   ${clientSecret}   (shown once)`,
    `webhook_secret  ${webhookSecret}   (shown once)`,
    `standard_key    ${document.standard_key}   (the same as a Standard Webhooks key)`,
  ]);
}
