import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { makeProgram } from '../src/cli/program.ts';
import { AUDIT_EVENTS, type AuditEvent } from '../src/domain/audit/events.ts';
import { SCREENS } from '../src/office/screens.ts';

// Lists every screen and command that changes something, with its audit entry or the reason why it has none. While the
// suite runs, `audited-writes.ts` checks that the named changes do add an entry, in the same commit.

/** Why a change has no entry. */
type Reason = string & {};
type Class = readonly [pattern: RegExp, entry: AuditEvent | Reason];

const HISTORY = 'the history of the order names who, when and what';
const LEDGER = 'the stock ledger or the document names who, when and what';
const CATALOGUE = 'products change daily; only deletions, restores, imports and bulk changes are recorded';
const PRINT = 'prints what the account sees anyway';

/** The first match decides. */
const FORMS: readonly Class[] = [
  [/^\/orders\/:id\/refund$/, 'payment_refunded'],
  [/^\/orders\/:id\/refund\/qr$/, 'a preview, which refunds nothing'],
  [/^\/orders\/:id\/refund\/none$/, 'short_settled'],
  [/^\/orders\/:id\/refund\/none\/returned$/, 'return_settled'],
  [/^\/orders\/:id\/payments$/, 'payment_added'],
  [/^\/orders\/:id\/payments\/notify$/, 'payment_reported'],
  [/^\/orders\/:id\/payments\/:payment\/confirm(-listed)?$/, 'payment_confirmed'],
  [/^\/orders\/:id\/payments\/:payment\/reject$/, 'payment_rejected'],
  [/^\/orders\/:id\/payments\/:payment\/undo$/, 'payment_unconfirmed'],
  [/^\/orders\/cod\/remit\/apply$/, 'cod_payout_recorded'],
  [/^\/orders\/cod\/remittances\/:id\/fee$/, 'cod_payout_changed'],
  [/^\/orders\/cod\/remittances\/:id\/undo$/, 'cod_payout_undone'],
  [/^\/orders\/cod\/remit(\/parcels)?$/, 'a preview, which records no payout'],
  [/^\/orders\/:id\/delete$/, 'order_deleted'],
  [/^\/orders\/(hand-over\/undo|:id\/shipments\/:shipment\/undo-pick-up)$/, 'handover_undone'],
  [/^\/orders\/:id\/receipt\/replace$/, 'receipt_replaced'],
  [/^\/orders\/(print|:id\/(receipt|refund-documents))\//, PRINT],
  [/^\/orders\/bulk\/:id\/run$/, 'bulk_action_started'],
  [/^\/orders\/bulk$/, 'a preview, which changes no order'],
  [/^\/orders\//, HISTORY],
  [/^\/views(\/|$)/, 'a filter of a list by name, which changes no data of the store'],
  [/^\/products\/import$/, 'a preview, which changes no product'],
  [/^\/products\/import\/:id\/apply$/, 'product_import_started'],
  [/^\/products\/import\/:id\/cancel$/, 'product_import_canceled'],
  [/^\/products\/organize$/, 'products_changed'],
  [/^\/products\/deleted(\/:id)?$/, 'product_restored'],
  [/^\/products(\/:id)?\/delete$/, 'product_deleted'],
  [/^\/products\/categories\/:id$/, 'only merging is recorded'],
  [/^\/products\/categories\/:id\/delete$/, 'category_deleted'],
  [/^\/products\/:id\/variants\/:variant\/delete$/, 'variant_deleted'],
  [/^\/products\/:id\/variants\/:variant\/restore$/, 'variant_restored'],
  [/^\/products\//, CATALOGUE],
  [/^\/stock\//, LEDGER],
  [/\/copied$/, 'the secret is not shown any more; making it has an entry'],
  [/^\/partners\/channels\/new$/, 'channel_added'],
  [/^\/partners\/sandbox$/, 'channel_added'],
  [/^\/partners\/sandbox\/reset$/, 'sandbox_reset_requested'],
  [/^\/partners\/channels\/:id(\/switch)?$/, 'channel_changed'],
  [/^\/partners\/channels\/:id\/revoke-tokens$/, 'tokens_revoked'],
  [/^\/partners\/channels\/:id\/secret$/, 'client_secret_reset'],
  [/^\/partners\/channels\/:id\/end-old-secret$/, 'old_client_secret_ended'],
  [/^\/partners\/apps\/new$/, 'app_added'],
  [/^\/partners\/apps\/:id$/, 'app_changed'],
  [/^\/partners\/apps\/:id\/secret$/, 'webhook_secret_reset'],
  [/^\/partners\/apps\/:id\/end-old-secret$/, 'old_webhook_secret_ended'],
  [/^\/partners\/apps\/:id\/ping$/, 'a test delivery; the list of deliveries has it'],
  [/^\/partners\/blocks\/lift$/, 'client_unblocked'],
  [/^\/settings\/accounts\/new$/, 'account_added'],
  [/^\/settings\/accounts\/lift$/, 'sign_in_unblocked'],
  [/^\/settings\/accounts\/roles\/new$/, 'role_added'],
  [/^\/settings\/accounts\/roles\/:id$/, 'role_changed'],
  [/^\/settings\/accounts\/roles\/:id\/remove$/, 'role_removed'],
  [/^\/settings\/accounts\/:id\/password$/, 'password_reset'],
  [/^\/settings\/accounts\/:id\/second-factor$/, 'authenticator_app_removed'],
  [/^\/settings\/accounts\/:id\/sign-out$/, 'sessions_ended'],
  [/^\/settings\/accounts\/require-second-factor$/, 'second_factor_rule_changed'],
  [/^\/settings\/accounts\/:id(\/disable|\/enable)?$/, 'account_changed'],
  [/^\/settings\/store(\/suspend|\/resume)?$/, 'store_changed'],
  [/^\/settings\/shipping$/, 'store_changed'],
  [/^\/settings\/payments\/(cod|promptpay)$/, 'store_changed'],
  [/^\/settings\/payments\/verifier$/, 'slip_verifier_set'],
  [/^\/settings\/payments\/verifier\/remove$/, 'slip_verifier_removed'],
  [/^\/settings\/payments$/, 'bank_account_added'],
  [/^\/settings\/payments\/accounts\/:id$/, 'bank_account_changed'],
  [/^\/settings\/payments\/accounts\/:id\/remove$/, 'bank_account_removed'],
  [/^\/settings\/addresses\//, 'store_address_changed'],
  [/^\/settings\/warehouses(\/|$)/, 'warehouse_changed'],
  [/^\/settings\/tiers(\/|$)/, 'price_tier_changed'],
  [/^\/settings\/couriers\/:type\/ranges\/:id\/remove$/, 'number_range_removed'],
  [/^\/settings\/couriers\/:type\/ranges(\/:id)?$/, 'number_range_set'],
  [/^\/settings\/couriers\/:type$/, 'courier_set'],
  [/^\/settings\/couriers\/:type\/secret$/, 'courier_secret_reset'],
  [/^\/settings\/couriers\/:type\/end-old-secret$/, 'old_courier_secret_ended'],
  [/^\/settings\/couriers\/:type\/remove$/, 'courier_removed'],
  [/^\/settings\/backups$/, 'backup_made'],
  [/^\/settings\/backups\/(settings|reset)$/, 'backup_settings_changed'],
  [/^\/settings\/web-address$/, 'web_address_changed'],
  [/^\/settings\/backups\/copy$/, 'data_exported'],
  [/^\/settings\/customers\/:id\/erase$/, 'customer_erased'],
  [/^\/customers\/:id\/data\/erase$/, 'customer_erased'],
  [/^\/customers\/:id\/price-tier$/, 'customer_price_tier_changed'],
  [/^\/customers\//, 'notes, tags and merging of a customer; they change no order, and a merge can be undone'],
  [/^\/settings\/alerts$/, 'alert_contents_changed'],
  [/^\/settings\/alerts\/(email|line|push)$/, 'alert_service_changed'],
  [/^\/settings\/alerts\/:way\/remove$/, 'alert_service_removed'],
  [/^\/me\/alerts\/(email\/confirm|push)$/, 'alert_recipient_added'],
  [/^\/me\/alerts\/:id\/remove$/, 'alert_recipient_removed'],
  [/^\/me\/alerts\/(email|line)$/, 'a code, which connects nothing yet'],
  [/^\/me\/alerts$/, 'the alerts of the account itself'],
  [/alerts\/:(id|way)\/test$/, 'a message to the own account'],
  [/^\/me\/password$/, 'password_changed'],
  [/^\/me\/sessions\/sign-out$/, 'signed_out'],
  [/^\/me\/sign-out$/, 'sessions_ended'],
  [/passkey(s\/new\/|-|\/)options$/, 'makes a challenge, which nothing stores'],
  [/^\/me\/second-factor\/start$/, 'not in force before it is confirmed'],
  [/^\/me\/second-factor\/confirm$/, 'authenticator_app_added'],
  [/^\/me\/second-factor\/recovery-codes$/, 'recovery_codes_made'],
  [/^\/me\/second-factor\/turn-off$/, 'authenticator_app_removed'],
  [/^\/me\/second-factor\/passkeys\/new$/, 'passkey_added'],
  [/^\/me\/second-factor\/passkeys\/remove$/, 'passkey_removed'],
  [/^\/sign-in(\/|$)/, 'signed_in'],
  [/^\/sign-out$/, 'signed_out'],
  [/^\/store$/, 'selects the store on screen'],
  [/^\/language$/, 'account_changed'],
  [/^\/me\/confirm$/, 'a wrong password is a failed sign-in; a right one changes nothing'],
  [/^\/demo\/tour\//, 'shows or hides the tour of a demo'],
  [/^\/first-run\/owner$/, 'account_added'],
  [/^\/first-run\/store$/, 'store_added'],
  [/^\/first-run\/product\/file$/, 'products_imported'],
  [/^\/first-run\/product/, CATALOGUE],
  [/^\/first-run\/payments$/, 'bank_account_added'],
  [/^\/first-run\/channel$/, 'channel_added'],
];

const READS = 'reads';

const COMMANDS: readonly Class[] = [
  [/ (list|show|find|events|history|ledger|documents|calls|blocks|deliveries|pool|verify|promptpay|slip)$/, READS],
  [/^(demo|serve|help|openapi|check|doctor|audit|config check|upgrade|webhook listen|cod remittances)$/, READS],
  [/^install$/, 'sets up the service, not the store'],
  [/^(salvage|key new-identity)$/, 'writes another file'],
  [/^init$/, 'account_added'],
  [/^load$/, 'store_file_loaded'],
  [/^(dump|product export)$/, 'data_exported'],
  [/^backup$/, 'backup_made'],
  [/^restore$/, 'database_restored'],
  [/^key rotate$/, 'key_rotated'],
  [/^key discard-unreadable$/, 'secrets_discarded'],
  [/^order refund$/, 'payment_refunded'],
  [/^order receipt replace$/, 'receipt_replaced'],
  [/^order pay$/, 'payment_added'],
  [/^payment notify$/, 'payment_reported'],
  [/^payment confirm$/, 'payment_confirmed'],
  [/^payment reject$/, 'payment_rejected'],
  [/^payment undo-confirm$/, 'payment_unconfirmed'],
  [/^order no-refund$/, 'short_settled'],
  [/^cod remit$/, 'cod_payout_recorded'],
  [/^cod set-fee$/, 'cod_payout_changed'],
  [/^cod undo$/, 'cod_payout_undone'],
  [/^order delete$/, 'order_deleted'],
  [/^shipment undo-pick-up$/, 'handover_undone'],
  [/^(order|payment|cod|shipment|booking) /, HISTORY],
  [/^(label|print .*)$/, PRINT],
  [/^customer export$/, 'customer_exported'],
  [/^customer erase$/, 'customer_erased'],
  [/^product delete$/, 'product_deleted'],
  [/^product restore$/, 'product_restored'],
  [/^product import$/, 'products_imported'],
  [/^variant delete$/, 'variant_deleted'],
  [/^variant restore$/, 'variant_restored'],
  [/^(product|variant|bundle) /, CATALOGUE],
  [/^(stock|count) /, LEDGER],
  [/^store /, 'store_changed'],
  [/^account add$/, 'account_added'],
  [/^account reset-password$/, 'password_reset'],
  [/^account reset-2fa$/, 'authenticator_app_removed'],
  [/^account sign-out$/, 'sessions_ended'],
  [/^account require-2fa$/, 'second_factor_rule_changed'],
  [/^account /, 'account_changed'],
  [/^role add$/, 'role_added'],
  [/^role set$/, 'role_changed'],
  [/^role remove$/, 'role_removed'],
  [/^courier set$/, 'courier_set'],
  [/^courier reset-secret$/, 'courier_secret_reset'],
  [/^courier end-old-secret$/, 'old_courier_secret_ended'],
  [/^tier /, 'price_tier_changed'],
  [/^warehouse /, 'warehouse_changed'],
  [/^channel add$/, 'channel_added'],
  [/^sandbox add-channel$/, 'channel_added'],
  [/^sandbox reset$/, 'sandbox_reset_requested'],
  [/^channel reset-secret$/, 'client_secret_reset'],
  [/^channel end-old-secret$/, 'old_client_secret_ended'],
  [/^channel revoke-tokens$/, 'tokens_revoked'],
  [/^channel /, 'channel_changed'],
  [/^app add$/, 'app_added'],
  [/^app reset-secret$/, 'webhook_secret_reset'],
  [/^app end-old-secret$/, 'old_webhook_secret_ended'],
  [/^app ping$/, 'a test delivery; the list of deliveries has it'],
  [/^app set$/, 'app_changed'],
  [/^unblock$/, 'client_unblocked'],
];

const unclassified = (names: readonly string[], classes: readonly Class[]): string[] =>
  names.filter((name) => !classes.some(([pattern]) => pattern.test(name)));

/** Entries of the list that no name needs. */
const unused = (names: readonly string[], classes: readonly Class[]): string[] => {
  const used = new Set(names.map((name) => classes.find(([pattern]) => pattern.test(name))));
  return classes.filter((entry) => !used.has(entry)).map(([pattern]) => String(pattern));
};

function commandNames(command: Command, before: readonly string[] = []): string[] {
  const children = command.commands.filter((child) => before.length === 0 || child.name() !== 'help');
  if (children.length === 0) return [before.join(' ')];
  return children.flatMap((child) => commandNames(child, [...before, child.name()]));
}

test('every form of the office adds to the audit log or has a reason not to', () => {
  const paths = SCREENS.filter(({ method }) => method === 'POST').map(({ path }) => path);
  assert.deepEqual([unclassified(paths, FORMS), unused(paths, FORMS)], [[], []]);
});

test('every command adds to the audit log or has a reason not to', () => {
  const names = commandNames(makeProgram({ loadServer: undefined as never, openApi: undefined as never }));
  assert.ok(names.includes('key rotate'));
  assert.deepEqual([unclassified(names, COMMANDS), unused(names, COMMANDS)], [[], []]);
});

test('every event has a name, and every screen or command names a known one', () => {
  const named = [...FORMS, ...COMMANDS].map(([, entry]) => entry).filter((entry) => /^[a-z]+(_[a-z]+)+$/.test(entry));
  assert.deepEqual(
    named.filter((entry) => !(AUDIT_EVENTS as readonly string[]).includes(entry)),
    [],
  );
});
