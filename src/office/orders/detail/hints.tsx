import { type Hint, hintsOf } from '../../../domain/orders/hints.ts';
import type { Order } from '../../../domain/orders/read.ts';
import { Notice } from '../../page/parts.tsx';
import type { Visit } from '../../visit.ts';
import { HintText } from '../hint-text.tsx';

const HURTS: readonly Hint['code'][] = ['deadline_passed', 'below_zero', 'cod_refused_before', 'money_kept'];

/** What had better be looked at before going on. */
export const Hints = ({ visit, order }: { visit: Visit; order: Order }) => (
  <>
    {hintsOf(visit.ctx.db, order, visit.now).map((hint) => (
      <Notice tone={HURTS.includes(hint.code) ? 'bad' : 'warn'}>
        <HintText visit={visit} hint={hint} />
      </Notice>
    ))}
  </>
);
