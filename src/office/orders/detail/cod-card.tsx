import type { Order } from '../../../domain/orders/read.ts';
import { hasLeft } from '../../../domain/orders/states.ts';
import { money } from '../../page/format.ts';
import { CodTag } from '../status-tags.tsx';
import { ActionButton, type SectionProps } from './action-form.tsx';
import { texts } from './order-detail-texts.ts';

/** Nothing is collected any more of what is canceled or has expired. */
export const hasCod = ({ isCod, codStatus, status }: Order): boolean =>
  isCod && !(codStatus === 'pending' && (status === 'canceled' || status === 'expired'));

/** What the courier collects, and what is said of it by hand where no courier says it. */
export function CodCard(shown: SectionProps) {
  const { context, order } = shown;
  const t = texts(context.language);
  const { codStatus, codAmount } = order;
  if (codStatus === null || codAmount === null) return null;
  const mayNote = codStatus === 'pending' && order.shipments.some(hasLeft);
  const mayReopen = codStatus === 'collected' || codStatus === 'failed';
  return (
    <section class="card" id="cod">
      <h2>{t.cod}</h2>
      <p>
        <strong class="money">{money(codAmount)}</strong> <CodTag state={codStatus} language={context.language} />
      </p>
      <div class="actions">
        {mayNote && (
          <>
            <ActionButton {...shown} path="/cod/collected" label={t.codCollected} />
            <ActionButton {...shown} path="/cod/failed" label={t.codFailed} />
          </>
        )}
        {mayReopen && <ActionButton {...shown} path="/cod/reopen" label={t.codReopen} />}
        <a href="/office/orders/cod">{t.codList}</a>
      </div>
    </section>
  );
}
