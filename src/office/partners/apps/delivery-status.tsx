import type { Delivery } from '../../../domain/webhooks/delivery-log.ts';
import { Tag } from '../../page/components.tsx';
import type { Tone } from '../../page/tone.ts';
import type { StoreContext } from '../../request-context.ts';
import { appTexts } from './app-texts.ts';

const TONES: Record<Delivery['status'], Tone> = {
  sending: 'calm',
  acknowledged: 'good',
  failed: 'bad',
  unknown: 'warn',
};

export const DeliveryStatus = ({ context, delivery: { status } }: { context: StoreContext; delivery: Delivery }) => (
  <Tag tone={TONES[status]}>{appTexts(context.language)[status]}</Tag>
);
