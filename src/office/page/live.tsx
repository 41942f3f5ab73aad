import type { Child } from 'hono/jsx';
import { bilingual } from '../bilingual.ts';
import type { StoreContext } from '../request-context.ts';

const liveTexts = bilingual({
  newOrder: ['มีคำสั่งซื้อใหม่ 1 รายการ', '1 new order'],
  newOrders: ['มีคำสั่งซื้อใหม่ {count} รายการ', '{count} new orders'],
  changed: ['รายการมีการเปลี่ยนแปลง', 'The list has changed'],
  show: ['แสดง', 'Show'],
});

interface LiveProps {
  context: StoreContext;
  id: string;
  /** Responds with the same element; by default the page itself. */
  url?: string;
  /** Announces new rows, which are orders. */
  announces?: boolean;
  children: Child;
}

/**
 * A part of the page that browser/live.js refreshes while the page is visible (docs/decisions.md#refresh). Nothing in it
 * may depend on more than the address of the page and the database.
 */
export const Live = ({ context, id, url, announces = false, children }: LiveProps) => {
  const { newOrder, newOrders, changed, show } = liveTexts(context.language);
  const texts = { 'data-one': newOrder, 'data-many': newOrders, 'data-changed': changed, 'data-show': show };
  return (
    <>
      {announces && <p class="live-news" id={`${id}-news`} role="status" {...texts} />}
      <div
        id={id}
        data-live={context.request.version}
        data-live-of={`${context.account.id}-${context.store.id}`}
        data-live-url={url}
      >
        {children}
      </div>
    </>
  );
};
