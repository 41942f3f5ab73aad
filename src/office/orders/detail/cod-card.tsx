import type { Order } from '../../../domain/orders/order.ts';
import { hasLeft } from '../../../domain/orders/order-states.ts';
import { codPaidOut } from '../../../domain/orders/payments/cod-payout-facts.ts';
import type { Money } from '../../../lib/money.ts';
import { money } from '../../../lib/number-format.ts';
import { signedMoney } from '../cod/unapplied-rows.tsx';
import { CodTag } from '../status-tags.tsx';
import { ActionButton } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import type { SectionProps } from './section-props.ts';

/** Whether COD matters: nothing is collected for a canceled or expired order. */
export const hasCod = ({ isCod, codStatus, status }: Order): boolean =>
  isCod && !(codStatus === 'pending' && (status === 'canceled' || status === 'expired'));

/** What the courier paid out, if the store accepted another amount than the COD amount. */
function PaidOutDifference({ context, order }: SectionProps) {
  const t = orderDetailTexts(context.language);
  const { expected, paid } = codPaidOut(context.db, order.id);
  if (expected === paid) return null;
  return <p class="hint">{t.codPaidOut(money(paid), signedMoney((paid - expected) as Money))}</p>;
}

/** The COD amount and status; the status can be set by hand if the courier does not report it. */
export function CodCard(props: SectionProps) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  const { codStatus, codAmount } = order;
  if (codStatus === null || codAmount === null) return null;
  const canSet = codStatus === 'pending' && order.shipments.some(hasLeft);
  const canReset = codStatus === 'collected' || codStatus === 'failed';
  return (
    <section class="card" id="cod">
      <h2>{t.cod}</h2>
      <p>
        <strong class="money">{money(codAmount)}</strong> <CodTag state={codStatus} language={context.language} />
      </p>
      <PaidOutDifference {...props} />
      <div class="actions">
        {canSet && (
          <>
            <ActionButton {...props} path="/cod/collected" label={t.codCollected} />
            <ActionButton {...props} path="/cod/failed" label={t.codFailed} />
          </>
        )}
        {canReset && <ActionButton {...props} path="/cod/reopen" label={t.codReopen} />}
        {context.may('money') && <a href="/office/orders/cod">{t.codList}</a>}
      </div>
    </section>
  );
}
