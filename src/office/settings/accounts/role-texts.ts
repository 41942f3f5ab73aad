import type { BuiltInRole, Permission } from '../../../domain/accounts/permissions.ts';
import { bilingual } from '../../bilingual.ts';

export const roleTexts = bilingual({
  title: ['บทบาท', 'Roles'],
  hint: [
    'บทบาทกำหนดว่าแต่ละบัญชีเห็นและทำอะไรได้บ้าง การแก้ไขมีผลทันที',
    'A role defines what its accounts can see and do. Changes apply immediately.',
  ],
  add: ['เพิ่มบทบาท', 'Add role'],
  name: ['ชื่อ', 'Name'],
  permissions: ['สิทธิ์', 'Permissions'],
  accounts: ['บัญชีที่ใช้', 'Accounts'],
  remove: ['ลบบทบาท', 'Delete role'],
  removeHint: ['ลบได้เมื่อไม่มีบัญชีใช้บทบาทนี้', 'You can delete a role once no account has it.'],
  removed: ['ลบบทบาทแล้ว', 'Role deleted'],
  added: ['เพิ่มบทบาทแล้ว', 'Role added'],
  saved: ['บันทึกแล้ว', 'Saved'],
});

export const roleNames = bilingual({
  owner: ['เจ้าของ', 'Owner'],
  manager: ['ผู้จัดการ', 'Manager'],
  staff: ['พนักงาน', 'Staff'],
  warehouse: ['พนักงานคลัง', 'Warehouse'],
  packer: ['พนักงานแพ็ก', 'Packer'],
  bookkeeper: ['ฝ่ายบัญชี', 'Bookkeeper'],
} satisfies Record<BuiltInRole, readonly [string, string]>);

/** Short description of a role, next to its name. */
export const roleHints = bilingual({
  owner: ['ทำได้ทุกอย่าง', 'Everything'],
  manager: [
    'ทุกอย่าง ยกเว้นบัญชีผู้ใช้ บทบาท บันทึกการใช้งาน และการตั้งค่าแจ้งเตือน',
    'Everything except accounts, roles, the audit log and the alert settings',
  ],
  staff: ['คำสั่งซื้อ การเงิน สินค้า สต็อก ไม่เห็นต้นทุน', 'Orders, payments, products and stock; no costs'],
  warehouse: [
    'แพ็ก ส่งของ รับสินค้าเข้า และนับสต็อก ไม่เห็นข้อมูลลูกค้า บันทึกรับเงินไม่ได้',
    'Packs, ships, receives and counts; no customer data, cannot record payments',
  ],
  packer: ['แพ็กและส่งของ ไม่เห็นข้อมูลลูกค้า บันทึกรับเงินไม่ได้', 'Packs and ships; no customer data, cannot record payments'],
  bookkeeper: ['การเงิน ต้นทุน ใบเสร็จ ดูคำสั่งซื้อได้อย่างเดียว', 'Payments, costs and receipts; view-only orders'],
} satisfies Record<BuiltInRole, readonly [string, string]>);

export const permissionNames = bilingual({
  orders: ['คำสั่งซื้อ', 'Orders'],
  money: ['การเงิน', 'Payments'],
  stock: ['สต็อก', 'Stock'],
  products: ['สินค้า', 'Products'],
  costs: ['ต้นทุน', 'Costs'],
  customer_data: ['ข้อมูลลูกค้า', 'Customer data'],
  partners: ['คู่ค้า', 'Partners'],
  settings: ['ตั้งค่า', 'Settings'],
} satisfies Record<Permission, readonly [string, string]>);

export const permissionHints = bilingual({
  orders: [
    'แพ็ก ขอเลขพัสดุ ส่งของ รับคืนสินค้า พิมพ์ใบปะหน้า ยกเลิกคำสั่งซื้อที่ยังไม่ชำระ (ชำระแล้วต้องมีสิทธิ์การเงินด้วย)',
    'Pack, request tracking numbers, ship, receive returns, print labels, cancel unpaid orders; paid ones also need Payments',
  ],
  money: ['สลิป รับเงิน คืนเงิน COD ยอดขาย และดูคำสั่งซื้อ', 'Payment slips, refunds, COD, sales figures, and viewing orders'],
  stock: ['รับสินค้าเข้า ปรับสต็อก นับสต็อก โอนย้ายสินค้า รับคืนสินค้า', 'Receive, adjust, count and transfer stock, receive returns'],
  products: ['เพิ่ม แก้ไข ลบสินค้า ราคา และรูป', 'Add, edit and delete products, prices and images'],
  costs: ['ต้นทุน มูลค่าสต็อก และนำเข้าสินค้าจากไฟล์', 'Costs, stock value, and product files'],
  customer_data: [
    'ชื่อ เบอร์โทร ที่อยู่ของลูกค้า สร้างและแก้คำสั่งซื้อ',
    'Names, phone numbers and addresses; creating and editing orders',
  ],
  partners: [
    'การเชื่อมต่อ แอป และรหัสลับ แก้การเชื่อมต่อต้องเห็นข้อมูลลูกค้าด้วย',
    'API channels, apps and their secrets; changing API channels also needs customer data',
  ],
  settings: ['ร้าน ที่อยู่ คลัง ระดับราคา ขนส่ง', 'Store, addresses, warehouses, price tiers, couriers'],
} satisfies Record<Permission, readonly [string, string]>);
