import type { Id } from '../../../lib/ids.ts';
import type { Money } from '../../../lib/money.ts';
import type { SlipCode } from '../../orders/payments/slip-code.ts';
import type { Scene } from './scene.ts';

/** An order of the demo, with what its steps need. */
export interface DemoOrder {
  scene: Scene;
  serial: number;
  shippingType: string;
  orderId: Id;
  channelId: Id | null;
  total: Money;
  /** By the reported payment. */
  transferred: Money;
  /** Slip of the reported payment. */
  slip?: { picture: Uint8Array; code: SlipCode };
  paymentId?: Id;
  shipmentId?: Id;
  trackingNumber?: string;
}
