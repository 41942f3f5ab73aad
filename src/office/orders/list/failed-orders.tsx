import type { Child } from 'hono/jsx';
import type { OrderEntry } from '../../../domain/orders/list/entries.ts';
import type { ErrorLink } from '../../error-link.ts';
import type { Page } from '../../office-response.ts';
import { ButtonLink, Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { beforeOrders, CureLink } from '../reason.tsx';
import { orderListTexts } from './order-list-texts.ts';
import { failurePage, listPath } from './selected-orders.tsx';

/** An order that the action failed for. */
export interface Failed {
  order: OrderEntry;
  reason: string;
  /** The page where the store can remove the reason. */
  cure?: ErrorLink | undefined;
}

interface ListProps {
  context: StoreContext;
  failed: readonly Failed[];
}

/** The orders by reason. */
export const FailedOrders = ({ context, failed }: ListProps) => (
  <ul class="reasons">
    {[...Map.groupBy(failed, ({ reason }) => reason)].map(([reason, group]) => (
      <li>
        {beforeOrders(reason)}
        {group.map(({ order }) => (
          <>
            <a href={`/office/orders/${order.id}`}>#{order.orderNumber}</a>{' '}
          </>
        ))}
        <CureLink context={context} cure={group[0]?.cure} />
      </li>
    ))}
  </ul>
);

interface Results {
  /** Message about the successful orders. */
  done?: string | undefined;
  title: string;
  failed: readonly Failed[];
  children?: Child;
}

/** The result of an action that failed for some of the selected orders. */
export function resultsPage(context: StoreContext, { done, title, failed, children }: Results): Page {
  const t = orderListTexts(context.language);
  return failurePage(
    context,
    <>
      {done !== undefined && <Notice tone="good">{done}</Notice>}
      <section class="card">
        <h2>{title}</h2>
        <FailedOrders context={context} failed={failed} />
      </section>
      <div class="actions">
        {children}
        <ButtonLink href={`/office${listPath(context)}`} label={t.toList} />
      </div>
    </>,
  );
}
