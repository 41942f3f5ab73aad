import type { Message } from '../../lib/messages/catalogue.ts';
import { type ErrorLink, errorLink } from '../error-link.ts';
import { errorText } from '../error-text.ts';
import type { StoreContext } from '../request-context.ts';

/** Why a step is not possible, with a link to the page where the store can remove the reason. */
export const Reason = ({ context, reason }: { context: StoreContext; reason: Message }) => (
  <>
    {errorText(context.language, reason)} <CureLink context={context} cure={errorLink(reason, context.language)} />
  </>
);

/** Not shown if the account may not open the page. */
export const CureLink = ({ context, cure }: { context: StoreContext; cure: ErrorLink | undefined }) =>
  cure && context.mayOpen(cure.href) ? <a href={cure.href}>{cure.label}</a> : null;

/** The text before the orders that a reason applies to. */
export const beforeOrders = (reason: string): string => (reason.endsWith('.') ? `${reason} ` : `${reason}: `);
