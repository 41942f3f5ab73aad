import { isConfirmable } from '../../../domain/orders/payments/transfer.ts';
import { undoObstacle } from '../../../domain/orders/payments/undo-confirmation.ts';
import { TextField } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { ActionButton, ActionForm } from './action-form.tsx';
import { orderDetailTexts } from './order-detail-texts.ts';
import { PaymentFacts, type PaymentProps } from './payment-facts.tsx';
import { TransferFields } from './payment-fields.tsx';
import { SlipButton, slipPath } from './payment-review.tsx';
import { paymentTexts } from './payment-texts.ts';
import { ShareChoice, ShareFields, shareableUses } from './shared-transfer.tsx';
import { VerifyButton } from './verification-notice.tsx';

/** A payment with its slip, its warnings and the actions of its review. */
export function PaymentEntry(props: PaymentProps) {
  const { payment } = props;
  const isWaiting = payment.status === 'notified';
  return (
    <article class="entry payment">
      {payment.slipType !== null && (isWaiting ? <SlipButton {...props} /> : <SlipPicture {...props} />)}
      <div>
        <PaymentFacts {...props} />
        {isWaiting && <Review {...props} />}
        {payment.status === 'confirmed' && <UndoConfirmation {...props} />}
      </div>
    </article>
  );
}

/** A link to the picture. The script shows it above the page. */
const SlipPicture = (props: PaymentProps) => {
  const t = paymentTexts(props.context.language);
  return (
    <a href={slipPath(props)} target="_blank" rel="noopener" title={t.zoom} data-zoom={t.close}>
      <img class="slip" src={slipPath(props)} alt={orderDetailTexts(props.context.language).slip} loading="lazy" />
    </a>
  );
};

/** Nothing if it cannot be undone. */
function UndoConfirmation({ payment, ...props }: PaymentProps) {
  const { context, order } = props;
  const t = paymentTexts(context.language);
  const path = `/payments/${payment.id}/undo`;
  const isRefused = props.open?.path.endsWith(path) === true;
  if (!isRefused && undoObstacle(context.db, order, payment)) return null;
  return (
    <div class="actions">
      <ActionForm {...props} path={path} label={t.undoConfirmation}>
        <p class="muted">{t.undoConfirmationHint}</p>
      </ActionForm>
    </div>
  );
}

function Review({ payment, ...props }: PaymentProps) {
  const { context, order } = props;
  const t = orderDetailTexts(context.language);
  const path = `/payments/${payment.id}`;
  const isConfirmed = isConfirmable(context.db, order.storeId, payment);
  const uses = isConfirmed ? [] : shareableUses({ ...props, payment });
  return (
    <div class="actions">
      {isConfirmed && <ActionButton {...props} path={`${path}/confirm`} label={t.confirm} />}
      {uses.length > 0 && (
        <ActionForm
          {...props}
          path={`${path}/confirm`}
          label={paymentTexts(context.language).share(order.orderNumber)}
          submit={t.confirm}
        >
          <ShareFields context={context} uses={uses} payment={payment} />
        </ActionForm>
      )}
      <VerifyButton {...props} payment={payment} />
      <ActionForm
        {...props}
        path={`${path}/transfer`}
        label={paymentTexts(context.language).transferDetails}
        submit={commonTexts(context.language).save}
      >
        <TransferFields context={context} transfer={payment} />
        <ShareChoice {...props} path={`${path}/transfer`} payment={payment} />
      </ActionForm>
      <ActionForm {...props} path={`${path}/reject`} label={t.reject} danger>
        <TextField name="reason" label={t.reason} required />
      </ActionForm>
    </div>
  );
}
