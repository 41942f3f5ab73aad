import type { Label, LabelSize } from '../src/domain/print/labels/label.ts';
import { printLabels } from '../src/domain/print/labels/print-labels.ts';
import type { Money } from '../src/lib/money.ts';
import { baht } from './amounts.ts';

export const NOW = Date.UTC(2026, 10, 21, 10);

export const label = (change: Partial<Label> = {}): Label => ({
  orderNumber: '1024',
  courier: 'ไปรษณีย์ไทย EMS',
  trackingNumber: 'EX123456785TH',
  parcelNumber: 1,
  parcelCount: 2,
  recipient: {
    name: 'คุณสมชาย ใจดี',
    telephone: '081-234-5678',
    address: '99/1 หมู่บ้านเชียงใหม่วิลล่า ถ.นิมมานเหมินท์ ต.สุเทพ อ.เมืองเชียงใหม่ จ.เชียงใหม่',
    postalCode: '50200',
  },
  sender: {
    name: 'หมอกเช้า กาแฟและชา',
    telephone: '053-000-123',
    address: '19/4 ซ.นิมมานเหมินท์ 11 ต.สุเทพ อ.เมืองเชียงใหม่ จ.เชียงใหม่',
    postalCode: '50300',
  },
  codAmount: baht('1250'),
  weight: 540,
  date: NOW,
  note: 'ระวังแตก ฝากไว้ที่ป้อมยามได้',
  ...change,
});

export const paid = (change: Partial<Label> = {}): Label => label({ codAmount: null, ...change });

/** Words with every kind of stacked mark. */
const STACKED = 'ปั่นจักรยานไปซื้อน้ำผึ้งที่ญี่ปุ่นกู้หนี้ก็ได้ใช้ชื่อฐิติพงษ์ฎุฏูฤๅษีปู่ป้าปี่ป๊าป๋าฟื้นฟูฝั่งโน้น';

/** A label with more text than fits on any size. */
export const overlongLabel = (codAmount: Money | null): Label =>
  label({
    codAmount,
    trackingNumber: 'TH0123456789ABCDEF1234567',
    recipient: {
      name: `${STACKED} `.repeat(3),
      telephone: '081-234-5678, 089-876-5432 ต่อ 12',
      address: `${STACKED} 99/1 `.repeat(20),
      postalCode: '10400',
    },
    sender: { name: STACKED, telephone: '02-123-4567', address: `${STACKED} `.repeat(8), postalCode: '10110' },
    note: `${STACKED} `.repeat(20).slice(0, 1000),
  });

export const print = async (labels: readonly Label[], size: LabelSize = '100x150') => printLabels(labels, size, NOW);
