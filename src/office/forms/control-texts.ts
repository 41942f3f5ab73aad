import { bilingual } from '../bilingual.ts';

/** Texts of date and file fields. Those of the browser would be in its own language. */
export const controlTexts = bilingual({
  day: ['วว/ดด/ปปปป', 'DD/MM/YYYY'],
  time: ['วว/ดด/ปปปป 00:00', 'DD/MM/YYYY 00:00'],
  pickDay: ['เลือกวันที่', 'Choose date'],
  previousMonth: ['เดือนก่อน', 'Previous month'],
  nextMonth: ['เดือนถัดไป', 'Next month'],
  chooseFile: ['เลือกไฟล์', 'Choose file'],
  chooseFiles: ['เลือกหลายไฟล์', 'Choose files'],
  noFile: ['ยังไม่ได้เลือกไฟล์', 'No file chosen'],
  manyFiles: ['{count} ไฟล์', '{count} files'],
});
