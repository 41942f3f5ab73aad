import { catalogue } from './catalogue.ts';

/** Why the system does not read or write a file. Each is a sentence after one that names the file. */
export const files = catalogue({
  file_disk_full: {
    en: 'The disk is full. Free some space or choose another folder.',
    th: 'ดิสก์เต็ม กรุณาเพิ่มที่ว่าง หรือกำหนดโฟลเดอร์อื่น',
  },
  file_too_large: {
    en: 'The file system or a limit of this process does not allow a file of this size',
    th: 'ระบบไฟล์หรือขีดจำกัดของโปรแกรมไม่รับไฟล์ใหญ่ขนาดนี้',
  },
  file_write_failed: {
    en: 'The disk is full or broken, or does not allow a file of this size',
    th: 'ดิสก์เต็ม เสีย หรือไม่รับไฟล์ใหญ่ขนาดนี้',
  },
  file_write_denied: { en: 'This user may not write there', th: 'โปรแกรมไม่มีสิทธิ์เขียนที่นั่น' },
  file_read_denied: { en: 'This user may not read it', th: 'โปรแกรมไม่มีสิทธิ์อ่าน' },
  file_access_denied: { en: 'This user may not access it. Give this user the permission.', th: 'ผู้ใช้นี้ไม่มีสิทธิ์ กรุณาให้สิทธิ์' },
  file_read_only: { en: 'The disk is mounted read-only', th: 'ดิสก์นั้นอ่านได้อย่างเดียว' },
  file_missing: { en: 'The file does not exist', th: 'ไม่มีไฟล์นั้น' },
  file_folder_missing: { en: 'The folder does not exist', th: 'ไม่มีโฟลเดอร์นั้น' },
  file_not_a_folder: { en: 'It is not a folder', th: 'สิ่งที่อยู่ตรงนั้นไม่ใช่โฟลเดอร์' },
  file_is_a_folder: { en: 'It is a folder', th: 'เป็นโฟลเดอร์' },
  file_parent_not_a_folder: { en: 'A file is where its folder should be', th: 'ตำแหน่งที่ควรเป็นโฟลเดอร์เป็นไฟล์' },
  file_links_in_a_circle: { en: 'Its links lead in a circle', th: 'ลิงก์ของตำแหน่งนั้นชี้วนกลับมาที่เดิม' },
  file_name_too_long: { en: 'Its name is too long', th: 'ชื่อยาวเกินไป' },
  file_disk_broken: { en: 'The disk does not work', th: 'ดิสก์นั้นใช้งานไม่ได้' },
  file_system_error: {
    en: ({ code }: { code: string }) => `The system answers ${code}`,
    th: ({ code }) => `ระบบตอบว่า ${code}`,
  },
});
