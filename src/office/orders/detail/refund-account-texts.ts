import { fieldLabelPair } from '../../../lib/messages/field-labels.ts';
import { bilingual } from '../../bilingual.ts';

export const refundAccountTexts = bilingual({
  refundTo: ['โอนคืนเข้าบัญชีลูกค้า', 'Refund to'],
  refundToHint: [
    'ไม่บังคับ ใช้กับการโอนเงินและพร้อมเพย์ ใส่พร้อมเพย์หรือบัญชีธนาคารอย่างใดอย่างหนึ่ง',
    'Optional, for bank transfers and PromptPay. Enter either PromptPay or a bank account.',
  ],
  fromLastRefund: [
    'ใส่ให้จากการคืนเงินครั้งล่าสุดของเบอร์โทรนี้ ตรวจก่อนโอน',
    'Filled in from the last refund to this phone number. Check it before you send money.',
  ],
  promptpay: fieldLabelPair('to_promptpay'),
  promptpayHint: ['เบอร์โทร เลขบัตรประชาชน เลขผู้เสียภาษี หรือ e-Wallet', 'Phone number, national ID, tax ID or e-wallet ID'],
  bank: fieldLabelPair('to_bank'),
  number: fieldLabelPair('to_number'),
  name: fieldLabelPair('to_name'),
  showQr: ['แสดง QR โอนคืน', 'Show QR code'],
  qrOfRefund: ['QR สำหรับโอนคืน', 'QR code of the refund'],
  scanToPay: [
    (id: string) => `สแกนด้วยแอปธนาคารของร้านเพื่อโอนคืนเข้าพร้อมเพย์ ${id} แล้วแนบสลิปและกดคืนเงิน`,
    (id: string) =>
      `Scan it with the store’s banking app to pay PromptPay ${id}. Then attach the slip and record the refund.`,
  ],
  saveQr: ['บันทึกรูป QR', 'Save QR code'],
});
