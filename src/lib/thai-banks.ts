import type { Language } from './messages/catalogue.ts';

interface Bank {
  /** Code of the bank in the Thai payment systems. */
  code: string;
  abbreviation: string;
  th: string;
  en: string;
}

const bank = (code: string, abbreviation: string, th: string, en: string): Bank => ({ code, abbreviation, th, en });

/** Banks of Thailand, those with the most customers first. */
export const BANKS: readonly Bank[] = [
  bank('004', 'KBANK', 'กสิกรไทย', 'Kasikornbank'),
  bank('014', 'SCB', 'ไทยพาณิชย์', 'Siam Commercial Bank'),
  bank('002', 'BBL', 'กรุงเทพ', 'Bangkok Bank'),
  bank('006', 'KTB', 'กรุงไทย', 'Krungthai Bank'),
  bank('025', 'BAY', 'กรุงศรีอยุธยา', 'Krungsri'),
  bank('011', 'TTB', 'ทหารไทยธนชาต', 'TMBThanachart Bank'),
  bank('030', 'GSB', 'ออมสิน', 'Government Savings Bank'),
  bank('034', 'BAAC', 'ธ.ก.ส.', 'Bank for Agriculture and Agricultural Cooperatives'),
  bank('033', 'GHB', 'ธอส. อาคารสงเคราะห์', 'Government Housing Bank'),
  bank('069', 'KKP', 'เกียรตินาคินภัทร', 'Kiatnakin Phatra Bank'),
  bank('022', 'CIMBT', 'ซีไอเอ็มบี ไทย', 'CIMB Thai'),
  bank('024', 'UOBT', 'ยูโอบี', 'UOB Thailand'),
  bank('067', 'TISCO', 'ทิสโก้', 'TISCO Bank'),
  bank('073', 'LHB', 'แลนด์ แอนด์ เฮ้าส์', 'Land and Houses Bank'),
  bank('066', 'IBANK', 'ธนาคารอิสลามแห่งประเทศไทย', 'Islamic Bank of Thailand'),
  bank('071', 'TCRB', 'ไทยเครดิต', 'Thai Credit Bank'),
  bank('070', 'ICBCT', 'ไอซีบีซี ไทย', 'ICBC (Thai)'),
  bank('052', 'BOCT', 'ธนาคารแห่งประเทศจีน', 'Bank of China (Thai)'),
  bank('020', 'SCBT', 'สแตนดาร์ดชาร์เตอร์ด (ไทย)', 'Standard Chartered (Thai)'),
  bank('017', 'CITI', 'ซิตี้แบงก์', 'Citibank'),
  bank('018', 'SMBC', 'ซูมิโตโม มิตซุย', 'Sumitomo Mitsui Banking Corporation'),
  bank('031', 'HSBC', 'เอชเอสบีซี', 'HSBC'),
  bank('032', 'DB', 'ดอยซ์แบงก์', 'Deutsche Bank'),
  bank('039', 'MHCB', 'มิซูโฮ', 'Mizuho Bank'),
  bank('045', 'BNPP', 'บีเอ็นพี พารีบาส์', 'BNP Paribas'),
  bank('079', 'ANZT', 'เอเอ็นแซด (ไทย)', 'ANZ (Thai)'),
  bank('029', 'IOBA', 'ธนาคารอินเดียนโอเวอร์ซีส์', 'Indian Overseas Bank'),
  bank('035', 'EXIM', 'ธนาคารเพื่อการส่งออกและนำเข้า', 'Export-Import Bank of Thailand'),
  bank('098', 'SMEB', 'SME D Bank', 'SME Development Bank'),
  bank('065', 'TBANK', 'ธนชาต (เดิม)', 'Thanachart Bank'), // part of TTB since 2021; slips of earlier transfers name it
];

export const BANK_CODES: readonly string[] = BANKS.map(({ code }) => code);

/** `กสิกรไทย (KBANK)`; the code of an unknown bank. */
export function bankName(code: string, language: Language): string {
  const known = BANKS.find((bank) => bank.code === code);
  return known ? `${known[language]} (${known.abbreviation})` : code;
}
