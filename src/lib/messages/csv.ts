import { count } from '../number-format.ts';
import { catalogue } from './catalogue.ts';

/** Of CSV files, whatever they hold. */
export const csv = catalogue({
  csv_empty: {
    en: ({ file }: { file: string }) => `${file} is empty. Its first row must name the columns.`,
    th: ({ file }) => `ไฟล์ ${file} ว่างเปล่า แถวแรกต้องเป็นชื่อคอลัมน์`,
  },
  csv_unknown_encoding: {
    en: ({ file }: { file: string }) => `${file} is neither UTF-8 nor TIS-620. Save it as "CSV UTF-8".`,
    th: ({ file }) => `อ่านภาษาในไฟล์ ${file} ไม่ได้ กรุณาบันทึกเป็น “CSV UTF-8”`,
  },
  csv_too_large: {
    en: ({ file }: { file: string }) => `${file} has too many columns and rows`,
    th: ({ file }) => `ไฟล์ ${file} มีคอลัมน์และแถวมากเกินไป`,
  },
  csv_too_many_rows: {
    en: ({ file, rows, most }: { file: string; rows: number; most: number }) =>
      `${file} has ${count(rows)} rows. Split it into files of at most ${count(most)} rows.`,
    th: ({ file, rows, most }) => `ไฟล์ ${file} มี ${count(rows)} แถว กรุณาแบ่งเป็นหลายไฟล์ ไฟล์ละไม่เกิน ${count(most)} แถว`,
  },
  csv_column_unnamed: {
    en: ({ file }: { file: string }) => `${file} has a column without a name in row 1`,
    th: ({ file }) => `ไฟล์ ${file} มีคอลัมน์ที่ไม่มีชื่อในแถวแรก`,
  },
  csv_column_repeated: {
    en: ({ file, column }: { file: string; column: string }) => `${file} has two columns named ${column} in row 1`,
    th: ({ file, column }) => `ไฟล์ ${file} มีคอลัมน์ ${column} ซ้ำในแถวแรก`,
  },
  csv_quote_not_closed: {
    en: ({ file, line }: { file: string; line: number }) => `${file} has a quote that is not closed, in line ${line}`,
    th: ({ file, line }) => `ไฟล์ ${file} มีเครื่องหมาย " ที่เปิดแล้วไม่ปิด (บรรทัด ${line})`,
  },
  csv_quote_misplaced: {
    en: ({ file, line }: { file: string; line: number }) => `${file} has a misplaced quote in line ${line}`,
    th: ({ file, line }) => `ไฟล์ ${file} มีเครื่องหมาย " ผิดตำแหน่ง (บรรทัด ${line})`,
  },
  csv_malformed: {
    en: ({ file, why }: { file: string; why: string }) => `${file} is not valid CSV: ${why}`,
    th: ({ file, why }) => `ไฟล์ ${file} ไม่ใช่ CSV ที่ถูกต้อง (${why})`,
  },
  csv_row_too_long: {
    en: ({ columns }: { columns: number }) => `Has more cells than the ${count(columns)} columns`,
    th: ({ columns }) => `มีช่องเกินกว่า ${count(columns)} คอลัมน์`,
  },
});
