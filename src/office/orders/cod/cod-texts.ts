import type { UndoReason } from '../../../domain/orders/payments/remittance-rows.ts';
import { bilingual } from '../../bilingual.ts';

/** Of a payout file. */
type Totals = Record<'row' | 'written' | 'ofRows', string>;

export const codTexts = bilingual({
  title: ['เก็บเงินปลายทาง (COD)', 'Cash on delivery (COD)'],
  orders: ['คำสั่งซื้อ', 'Orders'],
  all: ['ทั้งหมด', 'All'],
  pending: ['รอเก็บเงิน', 'Pending'],
  collected: ['รอขนส่งโอน', 'Awaiting payout'],
  late: ['โอนล่าช้า', 'Late'],
  lateHint: [
    'พัสดุที่ส่งถึงเกิน 7 วัน หรือส่งให้ขนส่งเกิน 7 วันแล้วยังไม่ถึง และขนส่งยังไม่โอนเงิน COD',
    'Parcels without a payout 7 days after the delivery, or 7 days after the handover if they are not delivered yet.',
  ],
  remitted: ['ได้รับเงินแล้ว', 'Paid out'],
  failed: ['เก็บเงินไม่ได้', 'Not collected'],
  sums: ['ยอดรวม', 'Totals'],
  parcels: [(count: string) => `พัสดุ ${count} ชิ้น`, (count: string) => (count === '1' ? '1 parcel' : `${count} parcels`)],
  newest: [(count: string) => `พัสดุ ${count} ชิ้นล่าสุด`, (count: string) => `latest ${count} parcels`],
  nothingFound: ['ไม่พบพัสดุที่ตรงกัน', 'No parcels found'],
  showAll: ['ดูทั้งหมด', 'View all'],
  empty: ['ยังไม่มีพัสดุเก็บเงินปลายทาง', 'No COD parcels yet'],
  emptyHint: ['พัสดุ COD จะขึ้นที่นี่เมื่อได้เลขพัสดุ', 'COD parcels appear here once they have a tracking number.'],
  search: ['ค้นหาพัสดุ', 'Search parcels'],
  searchHint: ['เลขคำสั่งซื้อ ชื่อ เบอร์โทร เลขพัสดุ', 'Order, name, phone or tracking'],
  searchHintWithoutPersons: ['เลขคำสั่งซื้อ เลขพัสดุ', 'Order or tracking'],
  tracking: ['เลขพัสดุ', 'Tracking number'],
  order: ['คำสั่งซื้อ', 'Order'],
  recipient: ['ผู้รับ', 'Recipient'],
  booked: ['ได้เลขพัสดุเมื่อ', 'Number added'],
  listed: [
    (count: string) => `หน้านี้ ${count} ชิ้น`,
    (count: string) => `This page (${count === '1' ? '1 parcel' : `${count} parcels`})`,
  ],
  allListed: [
    (count: string) => `รวม ${count} ชิ้น`,
    (count: string) => `Total (${count === '1' ? '1 parcel' : `${count} parcels`})`,
  ],
  courier: ['ขนส่ง', 'Courier'],
  allCouriers: ['ทุกขนส่ง', 'All couriers'],
  status: ['สถานะ', 'Status'],
  amount: ['ยอด COD', 'COD amount'],
  paid: ['โอนมา', 'Paid out'],
  delivered: ['ส่งถึงเมื่อ', 'Delivered'],
  remittances: ['รอบโอน COD', 'Payouts'],
  noRemittance: ['ยังไม่มีรอบโอน COD', 'No payouts yet'],
  remittance: [(id: string) => `รอบโอน COD #${id}`, (id: string) => `COD payout #${id}`],
  remit: ['บันทึกรอบโอน COD', 'Record COD payout'],
  remitHint: [
    'อัปโหลดไฟล์ Excel หรือ CSV จากขนส่งที่มีเลขพัสดุและยอดโอน ระบบให้ตรวจก่อนบันทึก',
    'Upload the courier’s Excel or CSV file with tracking numbers and amounts. You review it before it is saved.',
  ],
  file: ['ไฟล์ Excel (XLSX) หรือ CSV', 'Excel (XLSX) or CSV file'],
  columns: ['ชื่อคอลัมน์ (ถ้าระบบหาไม่เจอ)', 'Column names, if not detected'],
  numberColumn: ['คอลัมน์เลขพัสดุ', 'Tracking number column'],
  amountColumn: ['คอลัมน์ยอดเงิน', 'Amount column'],
  check: ['ตรวจไฟล์', 'Review file'],
  preview: ['ผลการตรวจไฟล์', 'Review payout'],
  matched: [
    (count: string, sum: string) => `ตรงกัน ${count} รายการ รวม ${sum}`,
    (count: string, sum: string) => `${count === '1' ? '1 row matches' : `${count} rows match`}, ${sum} in total`,
  ],
  fileTotal: [
    (count: string, sum: string) => `ทั้งไฟล์ ${count} รายการ ${sum}`,
    (count: string, sum: string) => `${sum} in ${count === '1' ? '1 row' : `all ${count} rows`}`,
  ],
  totalMatches: [(sum: string) => `ตรงกับยอดรวมในไฟล์ ${sum}`, (sum: string) => `the total in the file matches: ${sum}`],
  totalDiffers: [
    ({ row, written, ofRows }: Totals) => `ยอดรวมในไฟล์ (แถว ${row}) ${written} ไม่ตรงกับผลรวมรายการ ${ofRows}`,
    ({ row, written, ofRows }: Totals) =>
      `the total in the file (row ${row}) is ${written}, but its rows add up to ${ofRows}`,
  ],
  differences: [
    (count: string) => `ไม่ตรง ${count} รายการ`,
    (count: string) => (count === '1' ? '1 row does not match' : `${count} rows do not match`),
  ],
  matches: [
    (count: string) => `ตรงกัน ${count} รายการ`,
    (count: string) => (count === '1' ? '1 matching row' : `${count} matching rows`),
  ],
  missing: [
    (count: string) => `พัสดุที่ส่งถึงแล้วแต่ไม่อยู่ในไฟล์ ${count} ชิ้น`,
    (count: string) =>
      count === '1' ? '1 delivered parcel is not in the file' : `${count} delivered parcels are not in the file`,
  ],
  row: ['แถว', 'Row'],
  expected: ['ควรได้', 'Expected'],
  difference: ['ส่วนต่าง', 'Difference'],
  problem: ['ปัญหา', 'Problem'],
  accept: ['รับยอดนี้', 'Accept'],
  acceptAll: ['รับยอดที่ไม่ตรงทั้งหมด', 'Accept all amounts that differ'],
  acceptHidden: [
    (count: string) => `รับยอดที่ไม่ตรงทั้ง ${count} รายการ รวมที่ไม่ได้แสดง`,
    (count: string) => `Accept all ${count} amounts that differ, including those not shown`,
  ],
  rowsOf: [
    (from: string, to: string, total: string) => `รายการ ${from}–${to} จาก ${total}`,
    (from: string, to: string, total: string) => `${from} to ${to} of ${total}`,
  ],
  previousRows: ['‹ ก่อนหน้า', '‹ Previous'],
  nextRows: ['ถัดไป ›', 'Next ›'],
  decision: ['รับยอด', 'Accept'],
  unapplied: [
    (count: string) => `ไม่ได้บันทึก ${count} รายการ`,
    (count: string) => (count === '1' ? '1 row was not saved' : `${count} rows were not saved`),
  ],
  unappliedMore: [
    (shown: string) => `แสดง ${shown} รายการแรก ดูทั้งหมดในไฟล์ส่งออก`,
    (shown: string) => `The first ${shown} rows. The export has all.`,
  ],
  unappliedFile: ['แถวที่ไม่ได้บันทึก', 'Rows not saved'],
  received: ['วันที่เงินเข้า', 'Payout date'],
  receivedHint: ['ตามรายการในบัญชีธนาคาร', 'As on the bank statement'],
  fee: ['ค่าธรรมเนียมขนส่ง', 'Courier fee'],
  feeHint: [
    'กรอกค่าธรรมเนียมหรือเงินเข้าสุทธิ ช่องใดช่องหนึ่ง เว้นว่าง = ไม่ทราบ',
    'Enter the fee or the net payout. Leave both empty if you do not know them.',
  ],
  feeOfFile: [
    'กรอกช่องใดช่องหนึ่ง เว้นว่าง = ใช้ค่าธรรมเนียมในไฟล์ของรายการที่บันทึก',
    'Enter the fee or the net payout. Leave both empty to use the fees of the saved rows in the file.',
  ],
  feeOfRest: [
    (fee: string) => `ค่าธรรมเนียมของพัสดุที่เหลือ เว้นว่าง = คงเดิม (${fee})`,
    (fee: string) => `The fee or the net payout of the other parcels. Leave both empty to keep the fee (${fee}).`,
  ],
  editFee: ['แก้ไขค่าธรรมเนียม', 'Edit fee'],
  feeSaved: ['บันทึกค่าธรรมเนียมแล้ว', 'Fee saved'],
  feeOnce: ['ค่าธรรมเนียมขนส่ง (ครั้งเดียวต่อรอบโอน)', 'Courier fee (once per payout)'],
  payout: ['รอบโอน', 'Payout'],
  feeRow: ['ค่าธรรมเนียมขนส่งของรอบโอน', 'Courier fee of the payout'],
  codTotal: ['ยอด COD รวม', 'COD total'],
  net: ['เงินเข้าสุทธิ', 'Net payout'],
  note: ['หมายเหตุ', 'Note'],
  apply: ['บันทึกรอบโอน', 'Save payout'],
  calculate: ['คำนวณยอด', 'Calculate'],
  applied: [
    (count: string) => `บันทึกยอดโอน ${count} รายการแล้ว`,
    (count: string) => (count === '1' ? '1 parcel marked as paid out' : `${count} parcels marked as paid out`),
  ],
  manual: ['เลือกพัสดุเอง', 'Choose parcels'],
  manualHint: ['ไม่มีไฟล์จากขนส่ง? เลือกพัสดุที่ขนส่งโอนเงินมา', 'No file from the courier? Choose the parcels that it paid out.'],
  chosen: ['ขนส่งโอนมาแล้ว', 'Paid out'],
  chooseSome: ['เลือกพัสดุอย่างน้อย 1 ชิ้น', 'Choose at least one parcel'],
  noneToChoose: ['ไม่มีพัสดุที่รอขนส่งโอน', 'No parcels awaiting payout'],
  newestShown: [
    (shown: string) => `แสดงพัสดุล่าสุด ${shown} ชิ้น พิมพ์เลขพัสดุอื่นด้านล่าง`,
    (shown: string) => `The newest ${shown} parcels are listed. Enter other tracking numbers below.`,
  ],
  others: ['เลขพัสดุอื่น', 'Other tracking numbers'],
  othersHint: [
    'บรรทัดละเลข ตามด้วยยอดที่ขนส่งโอน ถ้าไม่เท่ายอด COD เช่น TH01234567890 590',
    'One per line, followed by the paid amount if it differs from the COD amount: TH01234567890 590',
  ],
  show: ['แสดง', 'Show'],
  checkParcels: ['ตรวจรอบโอน', 'Review payout'],
  undone: ['ยกเลิกแล้ว', 'Undone'],
  undonePartly: [
    (count: string) => `ยกเลิก ${count} ชิ้น`,
    (count: string) => (count === '1' ? '1 parcel undone' : `${count} parcels undone`),
  ],
  undoPayout: ['ยกเลิกรอบโอน', 'Undo payout'],
  undoParcel: ['ยกเลิก', 'Undo'],
  undoTitle: [(id: string) => `ยกเลิกรอบโอน COD #${id}`, (id: string) => `Undo COD payout #${id}`],
  undoEffect: [
    'พัสดุเหล่านี้จะกลับไปรอขนส่งโอน คำสั่งซื้อกลับเป็นยังไม่ชำระ และเปิดอีกครั้งถ้าสำเร็จไปแล้ว บันทึกในรอบโอนอีกครั้งได้ รอบโอนนี้จะเก็บประวัติไว้',
    'The parcels go back to “COD awaiting payout”. Their orders become unpaid, and completed orders are reopened. You can record the parcels in another payout. This payout keeps a record of them.',
  ],
  undoCount: [
    (count: string) => `พัสดุที่จะยกเลิก ${count} ชิ้น`,
    (count: string) => (count === '1' ? '1 parcel to undo' : `${count} parcels to undo`),
  ],
  undoSubmit: [
    (count: string) => `ยกเลิกยอดโอนพัสดุ ${count} ชิ้น`,
    (count: string) => (count === '1' ? 'Undo 1 parcel' : `Undo ${count} parcels`),
  ],
  undoneNow: [
    (count: string) => `ยกเลิกยอดโอนพัสดุ ${count} ชิ้นแล้ว`,
    (count: string) => (count === '1' ? '1 parcel is unpaid again' : `${count} parcels are unpaid again`),
  ],
  blocked: [
    (count: string) => `ยกเลิกไม่ได้ ${count} ชิ้น จะอยู่ในรอบโอนต่อไป`,
    (count: string) =>
      count === '1'
        ? '1 parcel cannot be undone and stays in the payout'
        : `${count} parcels cannot be undone and stay in the payout`,
  ],
  firstOf: [(shown: string) => `แสดง ${shown} ชิ้นแรก`, (shown: string) => `The first ${shown} parcels are shown.`],
  undoneParcels: ['พัสดุที่ยกเลิกยอดโอน', 'Undone parcels'],
  undoneWhen: ['ยกเลิกเมื่อ', 'Undone'],
  whyUndo: ['เหตุผล', 'Reason'],
  chooseReason: ['เลือกเหตุผล', 'Choose a reason'],
  by: ['โดย', 'By'],
  matchedCount: ['พัสดุ', 'Parcels'],
  time: ['บันทึกเมื่อ', 'Recorded'],
  unreadable: ['อ่านไม่ได้', 'Unreadable'],
  repeated: ['เลขพัสดุซ้ำในไฟล์', 'Duplicate in file'],
  unknown_number: ['ไม่พบเลขพัสดุนี้', 'Tracking number not found'],
  canceled: ['พัสดุนี้ยกเลิกแล้ว', 'Parcel canceled'],
  not_cod: ['พัสดุนี้ไม่ใช่ COD', 'Not a COD parcel'],
  paid_out_already: ['ได้รับเงินไปแล้ว', 'Already paid out'],
  cod_failed: ['บันทึกไว้ว่าเก็บเงินไม่ได้', 'COD marked as not collected'],
  amount_differs: ['ยอดเงินไม่ตรง', 'Different amount'],
});

export const undoReasonNames = bilingual({
  mistake: ['บันทึกผิด', 'Recorded by mistake'],
  wrong_parcel: ['ผิดพัสดุ', 'Wrong parcel'],
  wrong_amount: ['ยอดเงินผิด', 'Wrong amount'],
  not_received: ['เงินไม่เข้าบัญชี', 'Money not received'],
} satisfies Record<UndoReason, readonly [string, string]>);
