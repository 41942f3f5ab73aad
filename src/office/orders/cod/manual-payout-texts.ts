import { bilingual } from '../../bilingual.ts';

export const manualPayoutTexts = bilingual({
  selectAll: ['เลือกทั้งหมด', 'Select all'],
  // The script fills in the numbers.
  chosenSum: ['เลือก {count} ชิ้น รวม ฿{sum}', '{count} selected, ฿{sum} in total'],
});
