/** What PromptPay pays to: a telephone number of 10 digits, a national or tax id of 13, an e-wallet of 15. */
export const promptpayIdFault = (id: string): string | undefined =>
  /^(0\d{9}|\d{13}|\d{15})$/.test(id)
    ? undefined
    : 'must be a telephone number (10 digits), a national or tax id (13) or an e-wallet (15)';
