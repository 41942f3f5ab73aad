import { catalogue } from './catalogue.ts';

/** Why a file cannot be read or written, as a sentence after one that names the file, and why a table is rejected. */
export const files = catalogue({
  file_disk_full: {
    en: 'The disk is full. Free some space or choose another folder.',
    th: 'ดิสก์เต็ม เพิ่มที่ว่าง หรือกำหนดโฟลเดอร์อื่น',
  },
  file_too_large: {
    en: 'The file system or a limit of this process does not allow a file of this size',
    th: 'ระบบไฟล์หรือขีดจำกัดของโปรแกรมไม่รับไฟล์ใหญ่ขนาดนี้',
  },
  file_write_failed: {
    en: 'The disk is full or broken, or does not allow a file of this size',
    th: 'ดิสก์เต็ม เสีย หรือไม่รับไฟล์ใหญ่ขนาดนี้',
  },
  file_write_denied: { en: 'This user does not have write permission', th: 'โปรแกรมไม่มีสิทธิ์เขียน' },
  file_read_denied: { en: 'This user does not have permission to read it. Grant it.', th: 'โปรแกรมไม่มีสิทธิ์อ่าน ให้สิทธิ์' },
  file_access_denied: { en: 'This user does not have permission to access it. Grant it.', th: 'ผู้ใช้นี้ไม่มีสิทธิ์ ให้สิทธิ์' },
  file_read_only: { en: 'The disk is mounted read-only', th: 'ดิสก์นั้นอ่านได้อย่างเดียว' },
  file_missing: { en: 'The file does not exist', th: 'ไม่มีไฟล์นั้น' },
  file_folder_missing: { en: 'The folder does not exist', th: 'ไม่มีโฟลเดอร์นั้น' },
  file_not_a_folder: { en: 'It is not a folder', th: 'ไม่ใช่โฟลเดอร์' },
  file_is_a_folder: { en: 'It is a folder', th: 'เป็นโฟลเดอร์' },
  file_parent_not_a_folder: { en: 'A file exists in place of its folder', th: 'มีไฟล์อยู่แทนโฟลเดอร์ที่ต้องใช้' },
  file_links_in_a_circle: { en: 'It is a circular symbolic link', th: 'ลิงก์ชี้วนกลับมาที่เดิม' },
  file_name_too_long: { en: 'Its name is too long', th: 'ชื่อยาวเกินไป' },
  file_disk_broken: { en: 'The disk has failed', th: 'ดิสก์นั้นใช้งานไม่ได้' },
  file_system_error: { en: 'The operating system reports {code}', th: 'ระบบปฏิบัติการแจ้งว่า {code}' },

  file_of_another_kind: {
    en: '“{file}” is not a spreadsheet. Choose an XLSX or CSV file.',
    th: '“{file}” ไม่ใช่ไฟล์ตาราง เลือกไฟล์ XLSX หรือ CSV',
  },
  table_of_another_kind: {
    en: '{file} is {kind, fileKind}. Open it in Excel, Google Sheets or Numbers, save it as XLSX or “CSV UTF-8” and choose that file.',
    th: '{file} เป็น{kind, fileKind} เปิดใน Excel, Google Sheets หรือ Numbers แล้วบันทึกเป็น XLSX หรือ “CSV UTF-8” และเลือกไฟล์ใหม่นั้น',
  },
  not_a_table: {
    en: '{file} is {kind, fileKind}. Choose a spreadsheet that was saved as XLSX or “CSV UTF-8”.',
    th: '{file} เป็น{kind, fileKind} เลือกไฟล์ตารางที่บันทึกเป็น XLSX หรือ “CSV UTF-8”',
  },
  table_encrypted: {
    en: '{file} is protected by a password. Remove the password in Excel (File > Info > Protect Workbook), save it as XLSX and choose it again.',
    th: 'ไฟล์ {file} มีรหัสผ่าน เอารหัสผ่านออกใน Excel (ไฟล์ > ข้อมูล > ป้องกันเวิร์กบุ๊ก) บันทึกเป็น XLSX แล้วเลือกไฟล์อีกครั้ง',
  },
  workbook_damaged: {
    en: '{file} is damaged or incomplete. Open it in Excel, save it as XLSX or “CSV UTF-8” and choose that file.',
    th: 'ไฟล์ {file} เสียหายหรือไม่ครบ เปิดใน Excel แล้วบันทึกเป็น XLSX หรือ “CSV UTF-8” และเลือกไฟล์ใหม่นั้น',
  },
  cell_without_value: {
    en: 'The formula shows {text}. Correct it in the spreadsheet, or type the value.',
    th: 'สูตรในช่องนี้แสดง {text} แก้สูตรในไฟล์ หรือพิมพ์ค่าแทน',
  },
  table_empty: {
    en: '{file} is empty. Its first row must name the columns.',
    th: 'ไฟล์ {file} ว่างเปล่า แถวแรกต้องเป็นชื่อคอลัมน์',
  },
  csv_unknown_encoding: {
    en: '{file} is neither UTF-8 nor TIS-620. Save it as “CSV UTF-8”.',
    th: 'อ่านภาษาในไฟล์ {file} ไม่ได้ บันทึกเป็น “CSV UTF-8”',
  },
  table_too_large: {
    en: '{file} has too many columns and rows. Split it into several files.',
    th: 'ไฟล์ {file} มีคอลัมน์และแถวมากเกินไป แบ่งเป็นหลายไฟล์',
  },
  table_too_many_rows: {
    en: '{file} has {rows, number} rows. Split it into files of at most {most, number} rows.',
    th: 'ไฟล์ {file} มี {rows, number} แถว แบ่งเป็นหลายไฟล์ ไฟล์ละไม่เกิน {most, number} แถว',
  },
  table_column_unnamed: {
    en: '{file} has a column without a name in row {row, number}. Name it or delete it.',
    th: 'ไฟล์ {file} มีคอลัมน์ที่ไม่มีชื่อในแถว {row, number} ตั้งชื่อหรือลบคอลัมน์นั้น',
  },
  table_column_repeated: {
    en: '{file} has two columns named {column} in row {row, number}. Rename or delete one of them.',
    th: 'ไฟล์ {file} มีคอลัมน์ {column} ซ้ำในแถว {row, number} เปลี่ยนชื่อหรือลบคอลัมน์หนึ่ง',
  },
  csv_quote_not_closed: {
    en: '{file} has a quote that is not closed, in line {line}',
    th: 'ไฟล์ {file} มีเครื่องหมาย " ที่เปิดแล้วไม่ปิด (บรรทัด {line})',
  },
  csv_quote_misplaced: {
    en: '{file} has a misplaced quote in line {line}',
    th: 'ไฟล์ {file} มีเครื่องหมาย " ผิดตำแหน่ง (บรรทัด {line})',
  },
  csv_malformed: { en: '{file} is not valid CSV: {why}', th: 'ไฟล์ {file} ไม่ใช่ CSV ที่ถูกต้อง ({why})' },
  table_row_too_long: { en: 'More cells than the {columns, number} columns', th: 'มีช่องเกินกว่า {columns, number} คอลัมน์' },
});
