import { bilingual } from '../bilingual.ts';

export const scanTexts = bilingual({
  scan: ['สแกน', 'Scan'],
  camera: ['กล้องสแกน', 'Camera scanner'],
  starting: ['กำลังเปิดกล้อง…', 'Opening the camera…'],
  aim: ['วางบาร์โค้ดให้อยู่ในกรอบ', 'Hold a barcode inside the frame.'],
  close: ['ปิดกล้อง', 'Close camera'],
  light: ['ไฟฉาย', 'Flashlight'],
  otherCamera: ['สลับกล้อง', 'Switch camera'],
  results: ['สแกนล่าสุด', 'Recent scans'],
  accepted: ['ผ่าน', 'Accepted'],
  warned: ['ระวัง', 'Caution'],
  refused: ['ไม่ผ่าน', 'Rejected'],
  insecure: [
    'เบราว์เซอร์ให้ใช้กล้องเฉพาะหน้าที่เปิดด้วย https ใช้เครื่องสแกนหรือพิมพ์รหัสได้ตามปกติ',
    'The camera works only on https pages. You can still use a scanner or type the code.',
  ],
  denied: [
    'เบราว์เซอร์ไม่อนุญาตให้ใช้กล้อง เปิดสิทธิ์กล้องของเว็บนี้ในการตั้งค่าเบราว์เซอร์ แล้วกดสแกนอีกครั้ง',
    'The browser does not allow the camera. Allow it for this site in the browser’s settings, then press Scan again.',
  ],
  noCamera: [
    'ไม่พบกล้องในเครื่องนี้ ใช้เครื่องสแกนหรือพิมพ์รหัสได้ตามปกติ',
    'This device has no camera. You can still use a scanner or type the code.',
  ],
  failed: [
    'เปิดกล้องไม่ได้ ปิดแอปอื่นที่ใช้กล้องแล้วลองใหม่',
    'The camera cannot be opened. Close other apps that use it, then try again.',
  ],
  sending: ['กำลังส่ง {count} รหัส', 'Sending {count} codes…'],
  offline: [
    'ไม่มีสัญญาณ รอส่ง {count} รหัส จะส่งอัตโนมัติเมื่อมีสัญญาณ',
    'You are offline. Codes waiting: {count}. They are sent when you reconnect.',
  ],
  unsent: ['ยังไม่ได้ส่ง สแกนใหม่:', 'Not sent, scan again:'],
});
