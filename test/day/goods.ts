// Products of the store.

export interface Goods {
  sku: string;
  name: string;
  /** Baht. */
  price: number;
  stock: number;
  ean: string;
}

/** An EAN-13 of twelve digits and their check digit. */
function ean(digits: string): string {
  const sum = [...digits].reduce((all, digit, i) => all + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const goods = (at: number, sku: string, name: string, price: number, stock: number): Goods => ({
  sku,
  name,
  price,
  stock,
  ean: ean(`88500000000${at}`),
});

export const COFFEE = goods(1, 'HB-M250', 'กาแฟคั่วกลาง 250 กรัม', 220, 100);
export const CUP = goods(2, 'CUP-01', 'แก้วเซรามิกเคลือบ', 150, 60);
export const TEA = goods(3, 'TEA-100', 'ชาอัสสัม 100 กรัม', 120, 80);
export const MILK = goods(4, 'MILK-380', 'นมข้นหวาน 380 กรัม', 45, 90);
export const DRIP = goods(5, 'DRIP-10', 'กาแฟดริป 10 ซอง', 180, 50);
export const SPOON = goods(6, 'SPOON-W', 'ช้อนไม้', 35, 70);

export const GOODS: readonly Goods[] = [COFFEE, CUP, TEA, MILK, DRIP, SPOON];
