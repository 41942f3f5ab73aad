import type { Order } from '../../../domain/orders/order.ts';
import type { Promptpay } from '../../../domain/orders/payments/promptpay.ts';
import { money } from '../../../lib/number-format.ts';
import { Submit } from '../../forms/inputs.tsx';
import { Notice } from '../../page/components.tsx';
import { useRequest } from '../../page/render-context.ts';
import { orderDetailTexts } from './order-detail-texts.ts';
import { refundAccountTexts } from './refund-account-texts.ts';

// A PromptPay QR code of a refund that is not recorded yet. The owner pays it with a banking app.

/** What the refund form shows below the account. `code` opens the picture. */
export type RefundQr = { promptpay: Promptpay; code: string } | { error: string };

const QR = 'refund-qr';

/** Without a script it submits the form. Enter in a field presses the first button, which is hidden and refunds. */
export const ShowQrButton = ({ order }: { order: Order }) => (
  <>
    <Submit
      class="visually-hidden"
      tabindex={-1}
      aria-hidden="true"
      label={orderDetailTexts(useRequest().language).refund}
    />
    <button
      type="submit"
      class="secondary outline"
      formaction={`/office/orders/${order.id}/refund/qr`}
      hx-post={`/office/orders/${order.id}/refund/qr`}
      hx-target={`#${QR}`}
      hx-swap="outerHTML"
    >
      {refundAccountTexts(useRequest().language).showQr}
    </button>
  </>
);

/** Once shown, it follows the fields of the form. */
export function RefundQrCode({ order, qr }: { order: Order; qr: RefundQr | undefined }) {
  if (!qr) return <div id={QR} aria-live="polite" />;
  const fields = ['amount', 'method', 'to_promptpay', 'to_name'].map((name) => `from:#field-refund-${name}`);
  return (
    <div
      id={QR}
      aria-live="polite"
      hx-post={`/office/orders/${order.id}/refund/qr`}
      hx-trigger={fields.map((from) => `input delay:400ms ${from}`).join(', ')}
      hx-sync="this:replace"
      hx-swap="outerHTML"
    >
      {'error' in qr ? <Notice tone="warn">{qr.error}</Notice> : <Code order={order} {...qr} />}
    </div>
  );
}

function Code({ order, promptpay, code }: { order: Order; promptpay: Promptpay; code: string }) {
  const t = refundAccountTexts(useRequest().language);
  const path = `/office/orders/${order.id}/refund/qr.png?code=${code}`;
  return (
    <div class="promptpay">
      <img src={path} alt={t.qrOfRefund} width="300" height="300" />
      <p class="total money">{money(promptpay.amount)}</p>
      <p>{t.scanToPay(promptpay.id)}</p>
      {promptpay.name !== null && <p class="break">{promptpay.name}</p>}
      <a class="button secondary outline" href={path} download={`refund-${order.orderNumber}.png`}>
        {t.saveQr}
      </a>
    </div>
  );
}
