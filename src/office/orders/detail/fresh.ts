import type { Order } from '../../../domain/orders/read.ts';
import type { StoreContext } from '../../request-context.ts';

/** A section of an order's page that may come anew while the page is open. */
export interface RefreshableProps {
  context: StoreContext;
  order: Order;
  /** It comes with another part of the page, and brings the one that is there up to date. */
  replaces?: boolean;
}

/** What is typed or unfolded in a section stays when it comes anew, and so does the focus. */
export const oobSwap = (replaces: boolean): 'outerMorph' | undefined => (replaces ? 'outerMorph' : undefined);
