/** What the audit log records, by subject. */
export const AUDIT_EVENTS = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'sessions_ended',
  'sign_in_unblocked',
  'setup_link_made',
  'account_added',
  'account_changed',
  'password_changed',
  'password_reset',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_made',
  'recovery_code_used',

  'channel_added',
  'channel_changed',
  'client_secret_reset',
  'tokens_revoked',
  'token_refused',
  'client_unblocked',
  'app_added',
  'app_changed',
  'webhook_secret_reset',

  'courier_set',
  'courier_removed',
  'number_range_set',
  'number_range_removed',
  'store_added',
  'store_changed',
  'store_address_changed',
  'warehouse_changed',
  'price_tier_changed',

  'product_deleted',
  'product_restored',
  'variant_deleted',
  'variant_restored',
  'products_imported',
  'store_file_loaded',
  'payment_refunded',
  'order_deleted',

  'customer_exported',
  'customer_erased',
  'data_exported',
  'database_restored',
  'key_rotated',
  'secrets_discarded',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Whether an outsider can cause it as often as he likes. */
export const isFailure = (event: AuditEvent): boolean => event === 'sign_in_failed' || event === 'token_refused';
