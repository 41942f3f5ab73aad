import type { Language } from '../../lib/messages/catalogue.ts';
import { foldCase } from '../../lib/text.ts';
import type { StoreContext } from '../request-context.ts';

/** A page that the search finds by its name in either language, or by other words for it. */
interface Command {
  /** Below `/office`. */
  path: string;
  name: readonly [thai: string, english: string];
  words?: string;
}

const COMMANDS: readonly Command[] = [
  {
    path: '/orders/new',
    name: ['สร้างคำสั่งซื้อ', 'Create order'],
    words:
      'new order add คีย์ออเดอร์ เปิดบิล เปิดออเดอร์ เพิ่มคำสั่งซื้อ เพิ่มออเดอร์ ขายของ ส่วนลด discount เพิ่มลูกค้า add customer วางที่อยู่',
  },
  { path: '/products/new', name: ['เพิ่มสินค้า', 'Add product'], words: 'new create สร้างสินค้า ลงสินค้า ลงขาย' },
  { path: '/stock/receive', name: ['รับสินค้าเข้า', 'Receive stock'], words: 'receive goods รับของ เติมสต็อก' },
  {
    path: '/orders/pack',
    name: ['แพ็กสินค้า', 'Packing'],
    words: 'scan pack orders station สแกน แพ็คของ โต๊ะแพ็ก แพ็ค จัดของ',
  },
  {
    path: '/orders/hand-over',
    name: ['ส่งให้ขนส่ง', 'Hand over'],
    words: 'courier pick-up scan parcels ship สแกนส่งของ ขนส่งมารับ ส่งมอบ ส่งพัสดุ ส่งของ เรียกรถ',
  },
  { path: '/orders/numbers', name: ['ใส่เลขพัสดุ', 'Add tracking numbers'], words: 'ems เลขพัสดุ เลขแทรค แทร็ก tracking' },
  {
    path: '/orders/numbers/file',
    name: ['ใส่เลขพัสดุจากไฟล์ขนส่ง', 'Tracking numbers from a file'],
    words: 'excel csv xlsx courier import',
  },
  {
    path: '/orders/slips',
    name: ['ตรวจสลิป', 'Review slips'],
    words: 'confirm payments transfer ยืนยันยอดโอน เช็คสลิป เงินเข้า',
  },
  { path: '/orders/bookings', name: ['คิวขอเลขพัสดุ', 'Tracking number requests'], words: 'booking queue courier ขนส่ง' },
  { path: '/orders/cod', name: ['เก็บเงินปลายทาง (COD)', 'Cash on delivery (COD)'], words: 'payout remittance โอน' },
  {
    path: '/orders/cod/remit',
    name: ['บันทึกรอบโอน COD', 'Record COD payout'],
    words: 'remittance file import นำเข้ายอดโอน กระทบยอด ขนส่ง',
  },
  { path: '/stock/write-off', name: ['ตัดสต็อกออก', 'Write off stock'], words: 'damaged lost ของเสีย ของหาย เบิกใช้' },
  { path: '/stock/transfer', name: ['โอนย้ายสินค้า', 'Transfer stock'], words: 'move warehouse คลัง' },
  {
    path: '/stock/return',
    name: ['คืนเข้าสต็อก', 'Restock returns'],
    words: 'restock customer return รับคืนสินค้า ตีกลับ ลูกค้า คืนของ คืนสินค้า',
  },
  { path: '/stock/assembly', name: ['ประกอบ / แยกชุด', 'Assembly'], words: 'assemble bundles set' },
  { path: '/stock/counts', name: ['นับสต็อก', 'Stock counts'], words: 'count sheet stocktake inventory' },
  { path: '/products/import', name: ['นำเข้าสินค้าจากไฟล์', 'Import products'], words: 'excel csv xlsx' },
  {
    path: '/products/grid',
    name: ['แก้หลายรายการ', 'Bulk edit'],
    words: 'edit products table prices stock แก้ราคาและสต็อก ตาราง',
  },
  { path: '/products/labels', name: ['พิมพ์ป้ายสินค้า', 'Print barcode labels'], words: 'barcode price ป้ายราคา บาร์โค้ด' },

  { path: '/', name: ['วันนี้', 'Today'], words: 'home dashboard หน้าแรก' },
  {
    path: '/orders',
    name: ['คำสั่งซื้อ', 'Orders'],
    words:
      'ออเดอร์ refund คืนเงิน order พิมพ์ใบปะหน้า ใบปะหน้า ใบจ่าหน้า ลาเบล label waybill พิมพ์ที่อยู่ ส่วนลด discount ยกเลิก cancel ใบเสร็จ receipt ใบกำกับภาษี',
  },
  { path: '/customers', name: ['ลูกค้า', 'Customers'], words: 'buyers ผู้ซื้อ ชื่อลูกค้า เบอร์ลูกค้า เพิ่มลูกค้า รายชื่อลูกค้า' },
  { path: '/views', name: ['มุมมองที่บันทึกไว้', 'Saved views'], words: 'filter tabs ตัวกรอง' },
  { path: '/reports', name: ['รายงาน', 'Reports'], words: 'sales figures chart ยอดขาย กราฟ กำไร สรุปยอด' },
  { path: '/reports/money', name: ['เงินเข้า', 'Money received'], words: 'income refund bookkeeping รายรับ คืนเงิน บัญชี' },
  { path: '/reports/vat', name: ['รายงานภาษีขาย', 'VAT report'], words: 'sales tax invoice ภ.พ.30 pp30 ใบกำกับภาษี' },
  { path: '/products', name: ['สินค้า', 'Products'], words: 'รายการสินค้า ราคา ของ' },
  { path: '/products/deleted', name: ['สินค้าที่ลบแล้ว', 'Deleted products'], words: 'restore กู้คืน' },
  { path: '/stock', name: ['สต็อก', 'Stock'], words: 'inventory คลัง ของเหลือ ของหมด เช็คสต็อก คงเหลือ' },
  { path: '/stock/ledger', name: ['ประวัติสต็อก', 'Stock ledger'], words: 'history' },
  { path: '/stock/documents', name: ['เอกสารสต็อก', 'Stock documents'] },
  { path: '/stock/past', name: ['สต็อกย้อนหลัง', 'Stock on a date'] },
  { path: '/partners', name: ['คู่ค้า', 'Partners'], words: 'channels api การเชื่อมต่อ ช่องทาง' },
  { path: '/partners/channels/new', name: ['เพิ่มการเชื่อมต่อ', 'Add API channel'], words: 'new partner คู่ค้า ช่องทาง' },
  { path: '/partners/apps', name: ['แอปและเว็บฮุก', 'Apps and webhooks'], words: 'webhook' },

  { path: '/settings', name: ['ตั้งค่า', 'Settings'] },
  { path: '/settings/store', name: ['ข้อมูลร้าน', 'Store details'], words: 'store settings ตั้งค่าร้าน name vat quota ภาษี' },
  {
    path: '/settings/payments',
    name: ['รับชำระเงิน', 'Payments'],
    words: 'bank promptpay cod ธนาคาร พร้อมเพย์ บัญชีธนาคาร เก็บเงินปลายทาง qr เลขบัญชี โอนเงิน สลิป',
  },
  { path: '/settings/addresses', name: ['ที่อยู่ร้าน', 'Addresses'], words: 'store sender tax id ผู้ส่ง' },
  { path: '/settings/warehouses', name: ['คลังสินค้า', 'Warehouses'] },
  { path: '/settings/tiers', name: ['ระดับราคา', 'Price tiers'], words: 'wholesale ขายส่ง ราคาตัวแทน ราคาส่ง' },
  {
    path: '/settings/couriers',
    name: ['ขนส่งและเลขพัสดุ', 'Couriers'],
    words: 'flash ems thailand post ไปรษณีย์ เคอรี่ แฟลช j&t kerry',
  },
  {
    path: '/settings/shipping',
    name: ['ค่าส่ง', 'Shipping rates'],
    words: 'fee delivery free shipping weight remote area ส่งฟรี ค่าจัดส่ง น้ำหนัก พื้นที่ห่างไกล',
  },
  { path: '/settings/accounts', name: ['บัญชีผู้ใช้', 'Accounts'], words: 'users staff พนักงาน เพิ่มพนักงาน แอดมิน เพิ่มแอดมิน' },
  { path: '/settings/accounts/roles', name: ['บทบาท', 'Roles'], words: 'permissions สิทธิ์' },
  { path: '/settings/alerts', name: ['การแจ้งเตือน', 'Alerts'], words: 'notifications line email แจ้งเตือน' },
  { path: '/settings/customers', name: ['ข้อมูลลูกค้า', 'Customer data'], words: 'pdpa erase export ลบข้อมูล' },
  { path: '/settings/audit', name: ['บันทึกการใช้งาน', 'Audit log'] },
  { path: '/settings/web-address', name: ['ที่อยู่เว็บ', 'Web address'], words: 'domain url base_url โดเมน' },
  { path: '/settings/backups', name: ['สำรองข้อมูล', 'Backups'] },
  { path: '/me', name: ['บัญชีของฉัน', 'My account'], words: 'change password passkey เปลี่ยนรหัสผ่าน sign out' },
  { path: '/me/alerts', name: ['การแจ้งเตือนของฉัน', 'My alerts'], words: 'notifications line push แจ้งเตือน' },
  { path: '/shortcuts', name: ['คีย์ลัด', 'Keyboard shortcuts'], words: 'help แป้นลัด' },
];

/** The name of the page at this path below `/office`. */
export const pageName = (path: string, language: Language): string | undefined =>
  COMMANDS.find((command) => command.path === path)?.name[language === 'th' ? 0 : 1];

/** For tests. */
export const COMMAND_PATHS: readonly string[] = COMMANDS.map(({ path }) => path);

export interface FoundCommand {
  path: string;
  name: string;
}

/** The commands and pages that contain each word of the text, of those that the account may open. */
export function findCommands(context: StoreContext, text: string, limit: number): FoundCommand[] {
  const words = foldCase(text).split(/\s+/);
  const at = context.language === 'th' ? 0 : 1;
  return COMMANDS.filter((command) => words.every((word) => searchText(command).includes(word)))
    .filter(({ path }) => context.mayOpen(path))
    .slice(0, limit)
    .map(({ path, name }) => ({ path, name: name[at] }));
}

const searchText = ({ name, words = '' }: Command): string => foldCase([...name, words].join(' '));
