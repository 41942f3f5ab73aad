import { bilingual } from '../../bilingual.ts';

export const manualPayoutTexts = bilingual({
  selectAll: ['เลือกทั้งหมด', 'Select all'],
  // The script fills in the numbers.
  chosenSum: ['เลือก {count} ชิ้น รวม ฿{sum}', '{count} selected, ฿{sum} in total'],
  savedSum: ['รายการที่จะบันทึก: {count} · รวม ฿{sum}', 'Rows to save: {count} · ฿{sum} in total'],
  savedFee: ['ค่าธรรมเนียม ฿{fee} · เงินเข้าสุทธิ ฿{net}', 'Courier fee ฿{fee} · Net payout ฿{net}'],
});

/** Of the review, in place of the words about a file. */
export const typedReviewTexts = bilingual({
  matched: [
    (count: string, sum: string) => `${count} ชิ้น รวม ${sum}`,
    (count: string, sum: string) => `${count === '1' ? '1 parcel' : `${count} parcels`}, ${sum} in total`,
  ],
  differing: [
    (count: string, difference: string) => `ยอดโอนไม่เท่ายอด COD ${count} ชิ้น (${difference})`,
    (count: string, difference: string) =>
      `${count === '1' ? '1 amount differs' : `${count} amounts differ`} from COD (${difference})`,
  ],
  differences: [
    (count: string) => `ไม่ตรง ${count} ชิ้น`,
    (count: string) => (count === '1' ? '1 parcel does not match' : `${count} parcels do not match`),
  ],
  matches: [(count: string) => `พัสดุ ${count} ชิ้น`, (count: string) => (count === '1' ? '1 parcel' : `${count} parcels`)],
  missing: [
    (count: string) => `พัสดุที่ส่งถึงแล้วแต่ไม่ได้เลือก ${count} ชิ้น`,
    (count: string) =>
      count === '1' ? '1 delivered parcel is not chosen' : `${count} delivered parcels are not chosen`,
  ],
});
