import { bilingual } from '../../bilingual.ts';

export const paymentTexts = bilingual({
  transferDetails: ['รายละเอียดการโอน', 'Transfer details'],
  payTime: ['เวลาที่โอน', 'Time of transfer'],
  bankAccount: ['เข้าบัญชี', 'Paid into'],
  sendingBank: ['โอนจากธนาคาร', 'Bank of the customer'],
  reference: ['เลขอ้างอิงการโอน', 'Transfer reference'],
  referenceHint: ['ระบบอ่านจาก QR บนสลิปให้เอง', 'raan reads it from the QR code of the slip'],
  transferSaved: ['บันทึกรายละเอียดการโอนแล้ว', 'Transfer details saved'],
  from: [(bank: string) => `จาก ${bank}`, (bank: string) => `from ${bank}`],
  into: [(account: string) => `เข้า ${account}`, (account: string) => `into ${account}`],
  referenceIs: [(reference: string) => `อ้างอิง ${reference}`, (reference: string) => `reference ${reference}`],
  usedReference: ['ยอดโอนนี้ใช้ไปแล้วกับ', 'This transfer was also used for'],
  alsoReported: ['ยอดโอนนี้แจ้งซ้ำกับ', 'This transfer was also reported for'],
  credit_note: ['ใบลดหนี้', 'Credit note'],
  refund_voucher: ['ใบสำคัญคืนเงิน', 'Refund voucher'],
  print: ['พิมพ์', 'Print'],
  documentHint: [
    'ออกใบเสร็จแล้ว ระบบจะออกใบลดหนี้หรือใบสำคัญคืนเงินให้',
    'A receipt was issued, so the refund gets a credit note or a refund voucher. The note is its reason.',
  ],
  zoom: ['ดูสลิปใหญ่', 'View larger'],
  close: ['ปิด', 'Close'],
});
