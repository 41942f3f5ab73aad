import type { Language, Message } from '../lib/messages/catalogue.ts';
import { bilingual } from './bilingual.ts';

export interface ErrorLink {
  href: string;
  label: string;
}

const linkTexts = bilingual({
  toOrder: [(number: unknown) => `ดูคำสั่งซื้อ #${number}`, (number: unknown) => `View order #${number}`],
});

/** The page that an error refers to; undefined if it refers to none. */
export const errorLink = ({ key, params }: Message, language: Language): ErrorLink | undefined =>
  key === 'transfer_reference_used'
    ? { href: `/office/orders/${params.orderId}`, label: linkTexts(language).toOrder(params.number) }
    : undefined;
