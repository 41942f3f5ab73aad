import { bilingual } from '../../bilingual.ts';

export const paymentSettingTexts = bilingual({
  title: ['รับชำระเงิน', 'Payments'],
  bankAccounts: ['บัญชีธนาคาร', 'Bank accounts'],
  bankAccountsHint: [
    'บัญชีที่ลูกค้าโอนเงินเข้า เลือกได้ตอนแจ้งโอนและบันทึกรับเงิน',
    'The accounts to which customers transfer money. Choose one when you add a payment.',
  ],
  noAccount: ['ยังไม่มีบัญชีธนาคาร', 'No bank accounts yet'],
  accounts: [
    (count: number) => `บัญชีธนาคาร ${count} บัญชี`,
    (count: number) => (count === 1 ? '1 bank account' : `${count} bank accounts`),
  ],
  addAccount: ['เพิ่มบัญชีธนาคาร', 'Add bank account'],
  bank: ['ธนาคาร', 'Bank'],
  number: ['เลขที่บัญชี', 'Account number'],
  name: ['ชื่อบัญชี', 'Account name'],
  added: ['เพิ่มบัญชีธนาคารแล้ว', 'Bank account added'],
  remove: ['ลบ', 'Remove'],
  removeOf: [(account: string) => `ลบ ${account}`, (account: string) => `Remove ${account}`],
  removed: ['ลบบัญชีธนาคารแล้ว', 'Bank account removed'],
});
