import type { Child } from 'hono/jsx';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import type { Page } from '../../answer.ts';
import { ButtonLink, Heading, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { listPath } from './came-from.ts';
import { texts } from './order-list-texts.ts';

/** An order with which something could not be done, and why not. */
export interface Failed {
  order: OrderEntry;
  reason: string;
}

interface Results {
  /** What was done, if anything. */
  done?: string | undefined;
  title: string;
  failed: readonly Failed[];
  children?: Child;
}

/** What became of the ticked orders, where it did not go well with all. */
export function resultsPage(context: StoreContext, { done, title, failed, children }: Results): Page {
  const t = texts(context.language);
  return {
    title: t.results,
    status: 422,
    body: (
      <>
        <Heading title={t.results} back={{ href: `/office${listPath(context)}`, label: t.orders }} />
        {done !== undefined && <Notice tone="good">{done}</Notice>}
        <section class="card">
          <h2>{title}</h2>
          <ul>
            {failed.map(({ order, reason }) => (
              <li>
                <a href={`/office/orders/${order.id}`}>#{order.orderNumber}</a> {order.recipientName}: {reason}
              </li>
            ))}
          </ul>
        </section>
        <div class="actions">
          {children}
          <ButtonLink href={`/office${listPath(context)}`}>{t.toList}</ButtonLink>
        </div>
      </>
    ),
  };
}

/** Nothing was done with what was ticked. */
export const notDonePage = (context: StoreContext, why: string): Page => {
  const t = texts(context.language);
  return {
    title: t.results,
    status: 422,
    body: (
      <>
        <Heading title={t.results} back={{ href: `/office${listPath(context)}`, label: t.orders }} />
        <Notice tone="warn">{why}</Notice>
      </>
    ),
  };
};
