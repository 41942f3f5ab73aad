import type { DayOrder } from './day.ts';
import { COFFEE, CUP, DRIP, MILK, SPOON, TEA } from './goods.ts';

// Customers and their orders.

const FIRST_NAMES = ['สมชาย', 'สมหญิง', 'อรทัย', 'ปวีณา', 'ธนกร', 'กมลชนก', 'วิชัย', 'จิราพร'];
const LAST_NAMES = ['ใจดี', 'แสงทอง', 'ศรีสุข', 'บุญมา', 'วงศ์ไทย'];

export interface Customer {
  name: string;
  telephone: string;
  address1: string;
  sub_district: string;
  district: string;
  province: string;
  postal_code: string;
}

export const customer = (number: number): Customer => ({
  name: `${FIRST_NAMES[number % FIRST_NAMES.length]} ${LAST_NAMES[number % LAST_NAMES.length]}`,
  telephone: `08912${String(number).padStart(5, '0')}`,
  address1: `${number}/9 ซอยลาดพร้าว ${number}`,
  sub_district: 'จอมพล',
  district: 'จตุจักร',
  province: 'กรุงเทพมหานคร',
  postal_code: '10900',
});

const BASKETS: readonly DayOrder['lines'][] = [
  [[COFFEE, 1]],
  [
    [TEA, 2],
    [SPOON, 1],
  ],
  [
    [DRIP, 1],
    [MILK, 2],
  ],
  [[CUP, 2]],
];
export const basket = (number: number): DayOrder['lines'] => BASKETS[number % BASKETS.length] ?? [];

/** The camera packs these: a bag of coffee and a cup. */
export const PACKED: DayOrder['lines'] = [
  [COFFEE, 1],
  [CUP, 1],
];
