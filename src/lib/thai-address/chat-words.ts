import { ADDRESS, EDGE, extract, GAP, type ParseState } from './parse-state.ts';

// What buyers write around their address. It is not part of a name or an address.

const PARTICLE = '(?:ค่ะ|คะ|คร้าบ|ครับผม|ครับ|คับ|ค้าบ|จ้า|จ้ะ)';
const AT_END = ` ?(?:นะ ?)?${PARTICLE}`;

/** Polite particles by themselves or after a number; at the end of a word only those that no name ends with. */
const POLITE = new RegExp(
  `(?:(${ADDRESS} ?)|(?<=^|${EDGE}|\\d))(?:ขอบคุณ ?(?:มาก ?ๆ? ?)?)?(?:นะ ?)?${PARTICLE}[.!]*(?=$|${EDGE})` +
    `|(?<=[ก-๙])(?:นะ)?(?:ค่ะ|ครับ)[.!]*(?=$|${EDGE})`,
  'g',
);

export const withoutPoliteness = (text: string): string => text.replace(POLITE, (_, label?: string) => label ?? GAP);

const PRICE = ' ?(?:ยอด ?\\d[\\d,.]*(?: ?บาท)?|\\d[\\d,.]* ?(?:บาท|บ\\.|฿))';

const COD = new RegExp(
  `(?<=^|${EDGE})(?:ขอ|เอา|(?:จัด)?ส่ง)?(?:แบบ)? ?(?:(?:เก็บ|จ่าย|ชำระ)?(?:เงิน)?ปลายทาง|c\\.?o\\.?d\\.?(?![a-z]))(?:${PRICE})?(?:${AT_END})?(?=$|${EDGE}|[.!:])`,
  'i',
);

/** Extracts the wish to pay on delivery. */
export function extractCod(state: ParseState): void {
  for (let found = extract(state, COD); found; found = extract(state, COD)) state.cod = true;
}

const LINE_START = `(?<=(?:^|[\\n${GAP}${ADDRESS}]) ?)`;
const INSIDE = `[^\\n/${GAP}${ADDRESS}]`;
const WORDS = `[^\\n/\\d${GAP}${ADDRESS}]`;
const ORDER = '(?:ขอ|จะ|อยาก)?(?:สั่งซื้อ|สั่ง|ซื้อ|สนใจ|ต้องการ)';
const UNIT = '(?:ตัว|ชิ้น|อัน|กล่อง|ถุง|แพ็[คก]|ขวด|คู่|ชุด|ใบ|เล่ม|ซอง|โหล|ห่อ|แก้ว|กระปุก|ลัง|เซ็?ต|กก\\.?|กิโล(?:กรัม)?|รายการ)';
const QUANTITY = `\\d{1,4} ?${UNIT}(?:${AT_END})?`;

const COURIER =
  '(?:ด่วน|ลงทะเบียน|ไปรษณีย์(?:ไทย)?|แฟลช|เคอรี่|อีเอ็มเอส|เจแอนด์ที|นินจา(?:แวน)?|ลาลามูฟ|ems|flash(?: ?express)?|kerry|kex|j ?& ?t|ninja ?van|best ?express|spx|dhl|lalamove)';

const TALK = [
  `${LINE_START}(?:สวัสดี|หวัดดี)(?:${AT_END}|(?= ?\\n))`,
  `(?<=^|${EDGE})โอน(?:เงิน)?(?:ให้)?(?:เรียบร้อย)?แล้ว(?:${AT_END})?(?=$|${EDGE})`,
  `(?<=^|${EDGE})(?:${ORDER}|(?:ขอ)?(?:เอา|รับ|จอง))${INSIDE}{0,60}?${QUANTITY}(?: ?(?:และ|กับ|,|\\+)${WORDS}{1,40}${QUANTITY}){0,9}(?=$|${EDGE})`,
  `${LINE_START}${ORDER}[^\\n\\d${GAP}${ADDRESS}]{0,60}?${AT_END}(?=$|${EDGE})`,
  `${LINE_START}${ORDER}[^\\s\\d${GAP}${ADDRESS}]{0,40}(?= ?\\n)`,
  `(?<=^|${EDGE})(?:ขอ|อยากให้|ให้)?(?:จัด)?ส่ง(?:ด้วย|ทาง|แบบ|กับ|ผ่าน|โดย)? ?${COURIER}(?:${AT_END})?(?=$|${EDGE})`,
].map((pattern) => new RegExp(pattern, 'gi'));

const LONG_NUMBER = /\d{5}/; // a phone number or a postal code

/** Without greetings, wishes for a courier, and what is ordered or said about its payment. */
export const withoutTalk = (text: string): string =>
  TALK.reduce((rest, pattern) => rest.replace(pattern, (found) => (LONG_NUMBER.test(found) ? found : GAP)), text);

const TAX_ID =
  /(?:เลข(?:ที่)?(?:ประจำตัว)?ผู้เสียภาษี(?:อากร)?|tax ?id(?: ?no\.?)?)[ :.]*(\d(?:[ -]?\d){12})(?!\d)|(?<!\d)(0\d{12})(?!\d)/i;
const HEAD_OFFICE = /\(? ?(?:สำนักงานใหญ่|head office) ?\)?/i;
const BRANCH = /\(? ?(?:สาขา(?:ที่)?|branch) ?(\d{1,5}) ?\)?/i;

/** Extracts a tax ID and, beside one, the head office or the branch. */
export function extractTaxId(state: ParseState): void {
  const [, labeled, bare] = extract(state, TAX_ID) ?? [];
  const taxId = labeled ?? bare;
  if (taxId === undefined) return;
  state.legal_entity_id = taxId.replace(/\D/g, '');
  const branch = extract(state, BRANCH)?.[1];
  if (branch !== undefined) Object.assign(state, { branch_type: 'b', branch_number: branch });
  else if (extract(state, HEAD_OFFICE)) state.branch_type = 'h';
}
