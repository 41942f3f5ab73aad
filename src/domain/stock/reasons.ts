/** The specification's reason codes that an operation here gives; each is one of its list "Reason codes". */
export type Reason =
  | 'order_reserved'
  | 'order_canceled'
  | 'order_canceled_by_system'
  | 'variant_created'
  | 'system_init'
  | 'system_corrected'
  | 'command_edited';
