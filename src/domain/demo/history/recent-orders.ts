import { type Money, parseMoney } from '../../../lib/money.ts';
import { Chance } from './chance.ts';
import type { StepName } from './order-steps.ts';
import type { OrderPlan } from './orders.ts';
import type { Remarks } from './remarks.ts';
import { DAY, HOUR, type Scene } from './scene.ts';

/** An order with its times in hours before the end of the history. */
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
  isGift?: boolean;
  lacksHouse?: boolean;
  /** Amount that the customer transfers in excess. */
  overpaid?: Money;
  /** Whether the slip repeats a transfer that paid another order. */
  repeatsTransfer?: boolean;
  remarks?: Remarks;
}

const shipped = (hours: number): [number, StepName][] => [
  [hours, 'pack'],
  [hours - 0.1, 'book'],
  [hours - 2, 'pick_up'],
  [hours - 8, 'in_transit'],
];

/** Orders in every state, independent of the time at which the demo starts. */
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
  {
    hours: 2.3,
    hasSlip: true,
    steps: [[1.6, 'report']],
    note: 'ลูกค้าประจำ ขอห่อของขวัญ',
    repeatsTransfer: true,
    remarks: { orderTag: 'ของขวัญ', customerTag: 'ลูกค้าประจำ', customerNote: 'ชอบคั่วกลาง สั่งทุกต้นเดือน' },
  },
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
  { hours: 70, from: 'office', steps: [[69, 'pay']], shipBy: 6, lacksHouse: true, note: 'รอลูกค้าส่งบ้านเลขที่' },
  { hours: 3, isCod: true, by: 'ems', isBooked: true },
  { hours: 31, steps: [[30, 'pay'], ...shipped(27)] },
  { hours: 33, steps: [[32, 'pay'], ...shipped(28)], by: 'kex' },
  { hours: 34, isCod: true, steps: shipped(27), by: 'jt' },
  { hours: 36, steps: [[35, 'pay'], ...shipped(28)], by: 'ems' },
  { hours: 54, isCod: true, steps: [...shipped(50), [2, 'out_for_delivery']] },
  { hours: 76, isCod: true, steps: [...shipped(70), [26, 'out_for_delivery'], [5, 'delivery_failed']], by: 'kex' },
  { hours: 120, steps: [[119, 'pay'], ...shipped(110), [68, 'delivery_failed'], [20, 'returning']] },
  {
    hours: 190,
    isCod: true,
    steps: [...shipped(180), [100, 'delivery_failed'], [70, 'returning'], [4, 'returned']],
    remarks: { customerTag: 'เคยตีกลับ', customerNote: 'โทรยืนยันก่อนส่งแบบเก็บเงินปลายทาง' },
  },
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
  {
    hours: 26,
    hasSlip: true,
    steps: [
      [25.6, 'report'],
      [24.8, 'confirm'],
    ],
  },
  {
    hours: 20,
    from: 'office',
    steps: [[19.4, 'deposit']],
    note: 'มัดจำครึ่งหนึ่ง ส่วนที่เหลือโอนก่อนส่ง',
    remarks: { orderTag: 'มัดจำ', hasLink: true },
  },
  {
    hours: 10,
    hasSlip: true,
    steps: [
      [9.6, 'report'],
      [9, 'confirm'],
    ],
    overpaid: parseMoney('100') as Money,
    note: 'โอนเกิน 100 บาท รอคืนเงิน',
  },
  {
    hours: 60,
    from: 'wholesale',
    steps: [
      [59, 'pay'],
      [58.9, 'invoice'],
      [52, 'book_part'],
      [50, 'pick_up'],
      [44, 'in_transit'],
      [20, 'delivered'],
    ],
    by: 'jt',
    note: 'ส่งของที่มีก่อน ที่เหลือส่งตามไป',
  },
  { hours: 5.5, steps: [[5.2, 'pay']], isGift: true, note: 'เขียนการ์ดวันเกิด', remarks: { orderTag: 'ของขวัญ' } },
];

const FIRST_SERIAL = 5_000; // above the serials of planned orders

/** Serial of the order whose confirmed transfer another slip repeats. */
const paidTransfer = (): number =>
  FIRST_SERIAL + RECENT.findIndex(({ hasSlip, steps }) => hasSlip && steps?.at(-1)?.[1] === 'confirm');

export const recentOrders = ({ seed, end }: Pick<Scene, 'seed' | 'end'>): OrderPlan[] =>
  RECENT.map(({ hours, from = 'page', isCod = false, by = 'flash', steps = [], hasSlip = false, ...order }, i) => {
    const before = (age: number) => end - age * HOUR;
    const { expires, shipBy, repeatsTransfer = false, ...rest } = order;
    return {
      ...rest,
      serial: FIRST_SERIAL + i,
      transfer: repeatsTransfer ? paidTransfer() : FIRST_SERIAL + i,
      at: before(hours),
      chance: new Chance(seed, -1, i),
      from,
      isCod,
      shippingType: by,
      hasSlip,
      steps: steps.map(([age, step]) => ({ at: before(age), do: step })),
      shipBy: shipBy === undefined ? Math.max(before(hours) + 2 * DAY, end + 4 * HOUR) : before(shipBy),
      ...(expires !== undefined && { expires: before(expires) }),
    };
  });
