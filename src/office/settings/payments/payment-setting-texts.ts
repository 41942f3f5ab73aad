import { fieldLabelPair } from '../../../lib/messages/field-labels.ts';
import { bilingual } from '../../bilingual.ts';

export const paymentSettingTexts = bilingual({
  title: ['รับชำระเงิน', 'Payments'],
  promptpay: fieldLabelPair('promptpay_id'),
  promptpayHint: ['เบอร์โทร เลขบัตรประชาชน/เลขผู้เสียภาษี หรือ e-Wallet', 'Phone number, national or tax ID, or e-wallet ID'],
  promptpayName: fieldLabelPair('promptpay_name'),
  promptpayNameHint: [
    'ชื่อที่แอปธนาคารแสดงก่อนโอน ลูกค้าเห็นชื่อนี้ข้าง QR',
    'The name that banking apps show before a transfer. Customers see it next to the QR code.',
  ],
  bankAccounts: ['บัญชีธนาคาร', 'Bank accounts'],
  bankAccountsHint: [
    'บัญชีที่ลูกค้าโอนเงินเข้า เลือกได้ตอนบันทึกรับเงินและแนบสลิป',
    'Customers transfer money to these accounts. You choose one when you mark an order as paid or add a payment slip.',
  ],
  noAccount: ['ยังไม่มีบัญชีธนาคาร', 'No bank accounts yet'],
  nothingSetUp: ['ยังไม่มีพร้อมเพย์และบัญชีธนาคาร', 'No PromptPay or bank account yet'],
  accounts: [
    (count: number) => `บัญชีธนาคาร ${count} บัญชี`,
    (count: number) => (count === 1 ? '1 bank account' : `${count} bank accounts`),
  ],
  addAccount: ['เพิ่มบัญชีธนาคาร', 'Add bank account'],
  editAccount: ['แก้ไขบัญชีธนาคาร', 'Edit bank account'],
  editAccountHint: [
    'ถ้าเปลี่ยนไปใช้บัญชีอื่น ให้เพิ่มบัญชีใหม่ ยอดที่เคยรับเข้าบัญชีนี้จะแสดงตามที่แก้ไข',
    'Past payments will show the new details. To use a different account, add a new one.',
  ],
  editOf: [(account: string) => `แก้ไข ${account}`, (account: string) => `Edit ${account}`],
  bank: ['ธนาคาร', 'Bank'],
  number: ['เลขที่บัญชี', 'Account number'],
  name: ['ชื่อบัญชี', 'Account name'],
  added: ['เพิ่มบัญชีธนาคารแล้ว', 'Bank account added'],
  remove: ['ลบ', 'Delete'],
  removeOf: [(account: string) => `ลบ ${account}`, (account: string) => `Delete ${account}`],
  cod: ['เก็บเงินปลายทาง (COD)', 'Cash on delivery (COD)'],
  codCountsAsReady: ['COD พร้อมส่งทันที', 'Ship COD orders without payment'],
  codCountsAsReadyHint: [
    'ไม่ต้องรอชำระ เพราะขนส่งเก็บเงินปลายทาง',
    'The courier collects the money, so COD orders are ready to ship immediately.',
  ],
  verifier: ['บริการตรวจสลิป', 'Slip verification'],
  verifierHint: [
    'ไม่บังคับ ใช้บริการภายนอกช่วยตรวจยอด ผู้รับ และเวลาโอน วิธีเชื่อมต่ออยู่ในคู่มือ “Slip verification” (ภาษาอังกฤษ) ร้านเป็นผู้ยืนยันยอดโอนเองเสมอ',
    'Optional. Connect a service that checks the amount, recipient and time of each transfer. See “Slip verification” in the documentation. You still confirm each payment yourself.',
  ],
  url: ['URL', 'URL'],
  secret: ['รหัสลับ', 'Secret'],
  secretHint: ['ใช้ลงลายเซ็นคำขอ อย่างน้อย 16 ตัวอักษร', 'Signs the requests. At least 16 characters.'],
  secretKept: ['มีอยู่แล้ว เว้นว่าง = ใช้รหัสเดิม', 'Already set. Leave empty to keep it.'],
  sendsPicture: ['ส่งรูปสลิปด้วย', 'Send the slip image'],
  sendsPictureHint: [
    'ปกติส่งเฉพาะธนาคาร เลขอ้างอิง และจำนวนเงิน รูปมีชื่อของลูกค้า',
    'Otherwise, only the bank, reference and amount are sent. The image shows the customer’s name.',
  ],
  removeVerifier: ['เลิกใช้บริการตรวจสลิป', 'Remove the service'],
  verifierRemoved: ['เลิกใช้บริการตรวจสลิปแล้ว', 'Slip verification removed'],
  removed: ['ลบบัญชีธนาคารแล้ว', 'Bank account deleted'],
});
