import { type NextStep, nextStep } from '../../../domain/orders/next-step.ts';
import type { Order } from '../../../domain/orders/read.ts';
import { ButtonLink } from '../../page/components.tsx';
import { ActionButton, type SectionProps } from './action-form.tsx';
import { texts } from './order-detail-texts.ts';

/** The one thing to do next: a button that does it, or leads to where it is done. */
export function NextStepButton(shown: SectionProps) {
  const step = nextStep(shown.context.db, shown.order);
  if (step === undefined) return null;
  const t = texts(shown.context.language);
  if (step === 'request_number') return <ActionButton {...shown} path="/booking/request" label={t.request} main />;
  return (
    <ButtonLink href={placeOf(step, shown.order)} icon={step === 'pack' ? 'scan' : undefined} main>
      {
        {
          check_payment: t.checkSlip,
          cancel: t.cancelBack,
          take_payment: t.take,
          pack: t.pack,
          book: t.book,
          hand_over: t.pickUp,
        }[step]
      }
    </ButtonLink>
  );
}

/** A link into something folded unfolds it. */
function placeOf(step: Exclude<NextStep, 'request_number'>, { id, shipments }: Order): string {
  const booked = shipments.find(({ status }) => status === 'booked');
  switch (step) {
    case 'check_payment':
      return '#payments';
    case 'cancel':
      return '#act-cancel';
    case 'take_payment':
      return '#act-payments';
    case 'pack':
      return `/office/orders/${id}/pack`;
    case 'book':
      return '#act-shipments';
    case 'hand_over':
      return `#act-shipments-${booked?.id}-pick-up`;
  }
}
