import type { Reader } from '../../db/reader.ts';
import { query } from '../../db/statement.ts';
import type { Id } from '../../lib/ids.ts';
import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';

/** Order `o` has a line of which parcels have brought back more pieces than were taken in. */
export const HAS_GOODS_BACK = `EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id
  AND (SELECT coalesce(sum(i.qty), 0) FROM shipments s CROSS JOIN shipment_items i ON i.shipment_id = s.id
       WHERE s.order_id = l.order_id AND i.line_id = l.id AND s.status = 'returned')
    > (SELECT coalesce(sum(d.qty), 0) FROM document_lines d WHERE d.order_line_id = l.id)
      * coalesce((SELECT sum(qty) FROM order_line_parts WHERE line_id = l.id), 1))`;

const selectVerifyGoodsBack = query<{ id: Id; kept: number }>(
  { reads: ['document_lines', 'order_line_parts', 'order_lines', 'orders', 'shipment_items', 'shipments'] },
  `SELECT o.id, o.to_take_in AS kept FROM orders o
   WHERE (o.to_take_in = 1 OR o.id IN (SELECT order_id FROM shipments WHERE status = 'returned'))
     AND o.to_take_in <> ${HAS_GOODS_BACK} ORDER BY o.id`,
);

/** What is wrong with what is kept, a line each. */
export const verifyGoodsBack = (db: Reader): Message[] =>
  db
    .all(selectVerifyGoodsBack)
    .map(({ id, kept }) => message('order_goods_back_wrong', { order: id, listed: Boolean(kept) }));
