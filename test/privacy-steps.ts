import type { Id } from '../src/lib/ids.ts';
import { idOf, type Shop } from './support.ts';

export const RECIPIENT = {
  name: 'สมหญิง รักสงบ',
  telephone: '081-999-1234',
  address1: '77/7 ซ.สุขใจ',
  postal_code: 50200,
  email: 'somying@example.com',
  note: 'บ้านรั้วเขียว',
};

export async function orderOf(shop: Shop, recipient: object = RECIPIENT, change: object = {}): Promise<Id> {
  const { body } = await shop.order({ recipient_address: recipient, ...change });
  return idOf(body.order.id);
}
