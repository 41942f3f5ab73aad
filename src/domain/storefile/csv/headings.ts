import { fieldLabelPair } from '../../../lib/messages/field-labels.ts';
import type { PRODUCT_COLUMNS, VARIANT_COLUMNS } from './columns.ts';

type Column = (typeof PRODUCT_COLUMNS | typeof VARIANT_COLUMNS)[number];

/** Headings of a product file for people: Thai, English. */
export const HEADINGS: Readonly<Record<Column, readonly [thai: string, english: string]>> = {
  product_key: ['รหัสอ้างอิงสินค้า', 'Product key'],
  product_name: ['ชื่อสินค้า', 'Title'],
  description: ['คำอธิบาย', 'Description'],
  category: ['หมวดหมู่', 'Category'],
  tags: ['แท็ก', 'Tags'],
  variant_key: ['รหัสอ้างอิงตัวเลือก', 'Variant key'],
  variant_name: ['ตัวเลือก', 'Variant'],
  sku: ['SKU', 'SKU'],
  barcodes: ['บาร์โค้ด', 'Barcodes'],
  cost: ['ต้นทุน (บาท)', 'Cost per unit (baht)'],
  weight: ['น้ำหนัก (กรัม)', 'Weight (g)'],
  low_stock_threshold: fieldLabelPair('low_stock_threshold'),
  shelf_location: fieldLabelPair('shelf_location'),
  bundle: ['ชุดสินค้า', 'Bundle'],
  parts: ['ส่วนประกอบ', 'Parts'],
};

export const PRICE_HEADING = ['ราคา', 'Price'] as const;
export const STOCK_HEADING = ['คงเหลือ', 'On hand'] as const;
