import type { Address } from '../../addresses.ts';
import type { Receipt as Given } from '../../orders/payments/receipts.ts';
import { thaiAddress, thaiTelephone } from '../paper/thai.ts';
import type { LegalParty, Receipt } from './receipt.ts';

/** A receipt as it is printed, a tax invoice where the store was registered for VAT. */
export const receiptOf = ({ number, createTime, document, isCopy }: Given & { isCopy: boolean }): Receipt => ({
  ...document,
  number: String(number).padStart(6, '0'),
  date: createTime,
  isCopy,
  seller: legalParty(document.seller),
  buyer: legalParty(document.buyer),
});

const legalParty = (address: Address): LegalParty => ({
  name: address.name,
  address: `${thaiAddress(address)} ${address.postal_code ?? ''}`.trim(),
  telephone: thaiTelephone(address.telephone ?? ''),
  taxId: address.legal_entity_id ?? '',
  branch: branchOf(address),
});

function branchOf({ branch_type, branch_number = '' }: Address): string {
  if (branch_type === 'h') return 'สำนักงานใหญ่ (00000)';
  return branch_type === 'b' ? `สาขาที่ ${branch_number.padStart(5, '0')}` : '';
}
