import { invalidRequest } from '../lib/errors.ts';
import type { Message } from '../lib/messages/catalogue.ts';
import { message } from '../lib/messages/message.ts';
import { arabicDigits } from '../lib/numbers.ts';
import { taxIdProblem } from '../lib/tax-ids.ts';
import type { Address } from './address-fields.ts';

export type TaxDetails = Partial<Pick<Address, 'legal_entity_id' | 'branch_type' | 'branch_number'>>;

const digitsOf = (typed: string): string => arabicDigits(typed).replace(/[\s-]/g, '');

/** What a receipt cannot say about its buyer: a tax id that is not one, or a branch without its number. */
export function taxProblems({ legal_entity_id, branch_type, branch_number }: TaxDetails): Message[] {
  const id = legal_entity_id === undefined ? undefined : taxIdProblem(digitsOf(legal_entity_id));
  return [
    ...(id === 'malformed' ? [message('tax_id_malformed', { path: 'legal_entity_id' })] : []),
    ...(id === 'wrong_digit' ? [message('tax_id_wrong_digit', { path: 'legal_entity_id' })] : []),
    ...(branch_type === 'b' && !isBranchNumber(branch_number)
      ? [message('branch_number_malformed', { path: 'branch_number' })]
      : []),
  ];
}

/** Leading zeros may be omitted. 00000 is the head office. */
const isBranchNumber = (typed = ''): boolean => /^(?!0+$)\d{1,5}$/.test(digitsOf(typed));

/** The buyer as a receipt names it: the tax id in 13 digits, a branch in 5. @throws AppError invalid_request at the field */
export function taxBuyer(buyer: Address): Address {
  const [problem] = taxProblems(buyer);
  if (problem) throw invalidRequest(problem);
  const { legal_entity_id, branch_type, branch_number } = buyer;
  return {
    ...buyer,
    ...(legal_entity_id !== undefined && { legal_entity_id: digitsOf(legal_entity_id) }),
    ...(branch_type === 'b' && { branch_number: digitsOf(branch_number ?? '').padStart(5, '0') }),
  };
}
