import { type Hint, hintsOf } from '../../../domain/orders/hints.ts';
import type { Order } from '../../../domain/orders/read.ts';
import { Notice } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { HintText } from '../order-hint.tsx';

const HURTS: readonly Hint['code'][] = ['deadline_passed', 'below_zero', 'cod_refused_before', 'money_kept'];

/** What had better be looked at before going on. */
export const Hints = ({ context, order }: { context: StoreContext; order: Order }) => (
  <>
    {hintsOf(context.db, order, context.now).map((hint) => (
      <Notice tone={HURTS.includes(hint.code) ? 'bad' : 'warn'}>
        <HintText context={context} hint={hint} />
      </Notice>
    ))}
  </>
);
