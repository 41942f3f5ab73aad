/** How money comes, and goes back. */
export const PAYMENT_METHODS = ['transfer', 'promptpay', 'cash', 'card', 'other'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
