import type { PaymentDetail } from '../../../domain/orders/payments/payment-details.ts';
import { mismatches } from '../../../domain/orders/payments/verification/mismatches.ts';
import { isVerifiable } from '../../../domain/orders/payments/verification/verifiable.ts';
import {
  type Confirmation,
  type Verification,
  verificationOf,
} from '../../../domain/orders/payments/verification/verifications.ts';
import { money } from '../../../lib/number-format.ts';
import { bankName } from '../../../lib/thai-banks.ts';
import { errorText } from '../../error-text.ts';
import { Notice, Time } from '../../page/components.tsx';
import { ActionButton } from './action-form.tsx';
import { paymentTexts } from './payment-texts.ts';
import type { SectionProps } from './section-props.ts';

type PaymentProps = SectionProps & { payment: PaymentDetail };

/** Result of the verification service for the payment. */
export function VerificationNotice({ context, payment }: PaymentProps) {
  const verification = verificationOf(context.db, payment.id);
  const t = paymentTexts(context.language);
  if (!verification) return null;
  const { state, reason, nextTime, confirmation } = verification;
  const why = reason && errorText(context.language, reason);
  if (confirmation) return <ConfirmedNotice context={context} payment={payment} confirmation={confirmation} />;
  if (state === 'refused') return <Notice tone="bad">{[t.isRefused, why].join(': ')}</Notice>;
  if (state === 'unknown') return <Notice tone="warn">{[t.isUnknown, why].join(' ')}</Notice>;
  return (
    <Notice>
      {t.isVerifying}
      {why && ` · ${why}`}
      {why && nextTime !== null && (
        <>
          {' '}
          · {t.tryAgainAt} <Time at={nextTime} />
        </>
      )}
    </Notice>
  );
}

interface ConfirmedProps extends Pick<PaymentProps, 'context' | 'payment'> {
  confirmation: Confirmation;
}

/** The confirmed values; those that differ from the payment are marked. */
function ConfirmedNotice({ context, payment, confirmation }: ConfirmedProps) {
  const t = paymentTexts(context.language);
  const wrong = mismatches(context.db, context.store.id, payment, confirmation);
  const { amount, receiverAccount, receiverBank, transferTime } = confirmation;
  const bank = receiverBank === null ? '' : bankName(receiverBank, context.language);
  const facts = [
    { is: 'amount', label: t.confirmedAmount, value: money(amount) },
    receiverAccount !== null && { is: 'receiver', label: t.confirmedReceiver, value: `${bank} ${receiverAccount}` },
    transferTime !== null && { is: 'time', label: t.confirmedTime, value: <Time at={transferTime} /> },
  ].filter((fact) => fact !== false);
  return (
    <Notice tone={wrong.length === 0 ? 'good' : 'bad'}>
      {wrong.length === 0 ? t.isConfirmed : t.isMismatched}
      {facts.map(({ is, label, value }) => (
        <>
          {' · '}
          {wrong.some((check) => check === is) ? <strong>{label}</strong> : label} {value}
        </>
      ))}
    </Notice>
  );
}

const isWaiting = ({ state }: Verification): boolean =>
  state === 'queued' || state === 'requesting' || state === 'uncertain';

/** Asks the service, for the first time or again. */
export function VerifyButton({ payment, ...props }: PaymentProps) {
  const { db, store, language } = props.context;
  const verification = verificationOf(db, payment.id);
  const { reference } = payment;
  if (verification && (isWaiting(verification) || verification.confirmation)) return null;
  if (!isVerifiable(db, { storeId: store.id, reference, hasSlip: payment.hasSlip })) return null;
  const t = paymentTexts(language);
  return (
    <ActionButton {...props} path={`/payments/${payment.id}/verify`} label={verification ? t.verify : t.verifyNow} />
  );
}
