import { Chance } from './chance.ts';
import type { StepName } from './order-steps.ts';
import type { OrderPlan } from './orders.ts';
import { DAY, HOUR, type Scene } from './scene.ts';

/** An order whose times are hours before the end. */
interface Recent {
  hours: number;
  from?: OrderPlan['from'];
  isCod?: boolean;
  by?: string;
  steps?: readonly [hours: number, step: StepName][];
  hasSlip?: boolean;
  expires?: number;
  shipBy?: number;
  note?: string;
  isBooked?: boolean;
}

const shipped = (hours: number): [number, StepName][] => [
  [hours, 'pack'],
  [hours - 0.1, 'book'],
  [hours - 2, 'pick_up'],
  [hours - 8, 'in_transit'],
];

/** So that every state is there, whatever the time of the start. */
const RECENT: readonly Recent[] = [
  { hours: 3.2, expires: -20.8 },
  { hours: 0.8, from: 'office', expires: -23 },
  {
    hours: 12,
    hasSlip: true,
    steps: [
      [11, 'report'],
      [9.5, 'reject'],
    ],
    expires: -12,
  },
  { hours: 5.1, hasSlip: true, steps: [[4.4, 'report']] },
  { hours: 2.3, hasSlip: true, steps: [[1.6, 'report']], note: 'ลูกค้าประจำ ขอห่อของขวัญ' },
  { hours: 0.7, hasSlip: true, steps: [[0.4, 'report']], by: 'kex' },
  { hours: 6, steps: [[5.6, 'pay']], note: 'ขอใบเสร็จ' },
  {
    hours: 7,
    from: 'wholesale',
    steps: [
      [6.8, 'pay'],
      [6.7, 'invoice'],
    ],
    by: 'jt',
  },
  { hours: 4, isCod: true },
  { hours: 1.4, isCod: true, by: 'kex' },
  {
    hours: 8,
    steps: [
      [7.4, 'pay'],
      [0.5, 'pack'],
    ],
  },
  {
    hours: 9,
    steps: [
      [8.5, 'pay'],
      [0.9, 'pack'],
      [0.8, 'book'],
    ],
    by: 'ems',
  },
  { hours: 70, steps: [[69, 'pay']], shipBy: 6, note: 'รอลูกค้าส่งบ้านเลขที่' },
  { hours: 3, isCod: true, by: 'ems', isBooked: true },
  { hours: 31, steps: [[30, 'pay'], ...shipped(27)] },
  { hours: 33, steps: [[32, 'pay'], ...shipped(28)], by: 'kex' },
  { hours: 34, isCod: true, steps: shipped(27), by: 'jt' },
  { hours: 36, steps: [[35, 'pay'], ...shipped(28)], by: 'ems' },
  { hours: 54, isCod: true, steps: [...shipped(50), [2, 'out_for_delivery']] },
  { hours: 76, isCod: true, steps: [...shipped(70), [26, 'out_for_delivery'], [5, 'delivery_failed']], by: 'kex' },
  { hours: 120, steps: [[119, 'pay'], ...shipped(110), [68, 'delivery_failed'], [20, 'returning']] },
  { hours: 190, isCod: true, steps: [...shipped(180), [100, 'delivery_failed'], [70, 'returning'], [4, 'returned']] },
  {
    hours: 230,
    steps: [
      ...[
        [229, 'pay'] as const,
        [228, 'invoice'] as const,
        ...shipped(220),
        [150, 'delivery_failed'] as const,
        [120, 'returning'] as const,
      ],
      ...[[52, 'returned'] as const, [28, 'restock'] as const, [27, 'refund'] as const],
    ] as [number, StepName][],
  },
  { hours: 125, isCod: true, steps: [...shipped(118), [60, 'delivered']] },
  { hours: 130, isCod: true, steps: [...shipped(120), [52, 'delivered']] },
  { hours: 27, steps: [[20, 'cancel']] },
  { hours: 30, expires: 6 },
];

const FIRST_SERIAL = 5_000; // beyond those of the planned orders

export const recentOrders = ({ seed, end }: Scene): OrderPlan[] =>
  RECENT.map(({ hours, from = 'page', isCod = false, by = 'flash', steps = [], hasSlip = false, ...order }, i) => {
    const before = (age: number) => end - age * HOUR;
    const { expires, shipBy, note, isBooked } = order;
    return {
      serial: FIRST_SERIAL + i,
      at: before(hours),
      chance: new Chance(seed, -1, i),
      from,
      isCod,
      shippingType: by,
      hasSlip,
      steps: steps.map(([age, step]) => ({ at: before(age), do: step })),
      shipBy: shipBy === undefined ? Math.max(before(hours) + 2 * DAY, end + 4 * HOUR) : before(shipBy),
      ...(expires !== undefined && { expires: before(expires) }),
      ...(note !== undefined && { note }),
      ...(isBooked !== undefined && { isBooked }),
    };
  });
