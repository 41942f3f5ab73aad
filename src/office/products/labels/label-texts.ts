import { bilingual } from '../../bilingual.ts';

export const labelTexts = bilingual({
  title: ['พิมพ์ป้ายสินค้า', 'Print barcode labels'],
  kind: ['ป้าย', 'Label'],
  barcode: ['ป้ายบาร์โค้ดติดสินค้า', 'Product barcode label'],
  shelf: ['ป้ายราคาติดชั้นวาง', 'Shelf price label'],
  size: ['ขนาด', 'Size'],
  roll: [(size: string) => `ม้วน ${size} มม.`, (size: string) => `Roll, ${size} mm`],
  sheet: [(labels: number) => `แผ่น A4 ${labels} ดวง`, (labels: number) => `A4 sheet of ${labels} labels`],
  withPrice: ['พิมพ์ราคาบนป้ายบาร์โค้ดด้วย', 'Print the price on barcode labels'],
  make: ['สร้างป้าย', 'Create labels'],
  ready: [
    (labels: string) => `ป้ายพร้อมพิมพ์ ${labels} ดวง`,
    (labels: string) => (labels === '1' ? '1 label is ready' : `${labels} labels are ready`),
  ],
  firstItems: [
    (most: string, items: string) => `แสดง ${most} จาก ${items} รายการแรก`,
    (most: string, items: string) => `The first ${most} of ${items} items are shown`,
  ],
  open: ['เปิดและพิมพ์', 'Open and print'],
});
