import { nationalDigits, TELEPHONE } from '../telephone.ts';
import { extractCod, extractTaxId, withoutPoliteness, withoutTalk } from './chat-words.ts';
import { ADDRESS, extract, extractAt, GAP, type ParseState, tidy } from './parse-state.ts';
import {
  completeDistrict,
  extractBareDistricts,
  extractBareProvince,
  extractLatinDistricts,
  extractMarkedDistricts,
  extractMarkedProvince,
  extractPostalCode,
  inferProvince,
} from './places.ts';

/** The parts of an address, in the field names of docs/partner-api.md#address. */
export type PastedAddress = Omit<ParseState, 'rest'> & { address1?: string };

const ADDRESS_LABEL =
  /(?:(?<=^|\n)(?:จัด)?ส่ง(?:ไป)?(?= ?(?::|ร้าน|บ้าน|บริษัท|บจก|หจก|\d))|ที่อยู่(?:สำหรับ|ใน)?(?:การ)?(?:จัดส่ง|ส่งของ|ผู้รับ|ปัจจุบัน)?|(?:รบกวน|ช่วย)?(?:จัด)?ส่ง(?:ไป|มา)?ที่|(?<![a-z])(?:shipping )?address(?= ?:)) ?[:.]*/gi;

/**
 * Parses an address from a chat message, on one or several lines and in any order. Unrecognized text goes to `address1`,
 * so that nothing is lost, except a remark in a line below the address; greetings and words about the order are dropped. Place names are returned without their prefixes, and a province by its Thai name.
 */
export function parseAddress(text: string): PastedAddress {
  const tidied = tidy(text);
  const state: ParseState = { rest: tidied };
  extractEmail(state);
  extractTaxId(state);
  extractCod(state);
  state.rest = withoutTalk(state.rest);
  extractTelephones(state);
  extractPostalCode(state);
  state.rest = withoutPoliteness(state.rest.replace(ADDRESS_LABEL, ADDRESS));
  extractAreas(state);
  extractRequests(state);
  extractPerson(state);
  extractLinesBelow(state, tidied);
  const { rest, ...found } = state;
  const address1 = restText(rest);
  return address1 === '' ? found : { ...found, address1 };
}

function extractAreas(state: ParseState): void {
  const isInBangkok = /แขวง|khwaeng/i.test(state.rest);
  extractMarkedProvince(state);
  extractMarkedDistricts(state);
  const at = state.province === undefined ? extractBareProvince(state) : undefined;
  if (at !== undefined) {
    extractBareDistricts(state, at);
    extractLatinDistricts(state, at);
  }
  inferProvince(state, isInBangkok);
  completeDistrict(state);
}

const REQUEST =
  /^(?:ขอ(?!นแก่น)|เอา|ฝาก|รบกวน|ช่วย|อยาก|ไม่|ห้าม|สี ?(?:แดง|ดำ|ขาว|เขียว|น้ำ|ฟ้า|ชมพู|เหลือง|ม่วง|ส้ม|เทา|ครีม)|ไซ[สซ]์|หมายเหตุ|โทร(?:ก่อน|มา|แจ้ง)|วางไว้|แพ็?[คก]|ห่อ|please\b|note\b)/i;

/** Extracts lines that begin as a request does, except the first line, which may be a name. */
function extractRequests(state: ParseState): void {
  const first = state.rest.split('\n').find((line) => lineText(line) !== '');
  extractRemarks(state, (line) => line !== first && REQUEST.test(lineText(line)) && !/\d{5}|\//.test(line));
}

/** Extracts lines below the postal code that nothing was recognized in: remarks without a number or a word for a place. */
function extractLinesBelow(state: ParseState, tidied: string): void {
  if (state.postal_code === undefined) return;
  const end = tidied.lastIndexOf(String(state.postal_code));
  const isBelow = (line: string) => tidied.indexOf(lineText(line)) > end && !/\d/.test(line);
  extractRemarks(state, (line) => isBelow(line) && !words(lineText(line)).some(isPlace));
}

const lineText = (line: string): string => line.replaceAll(GAP, ' ').trim();

const isPlace = (word: string): boolean => ALWAYS_PLACE.test(word) || OFTEN_PLACE.test(word);

/** If no line has a house number, any line may be the address: nothing is a remark. */
function extractRemarks(state: ParseState, isRemark: (line: string) => boolean): void {
  const lines = state.rest.split('\n');
  if (!lines.some((line) => /\d/.test(line))) return;
  const remarks = lines.filter((line) => lineText(line) !== '' && !line.includes(ADDRESS) && isRemark(line));
  if (remarks.length === 0) return;
  state.rest = lines.map((line) => (remarks.includes(line) ? GAP : line)).join('\n');
  state.remark = [state.remark, ...remarks.map(lineText)].filter((text) => text !== undefined).join('\n');
}

const restText = (rest: string): string =>
  rest
    .split(new RegExp(`[\\n${GAP}${ADDRESS}]`))
    .map((piece) => piece.replace(/^[\s:;,\-–]+|[\s:;,\-–]+$/g, ''))
    .filter((piece) => piece !== '' && piece !== '.')
    .join(' ')
    .replace(/ +/g, ' ');

const LABEL =
  'ชื่อ(?: ?[-–/&]? ?(?:นาม)?สกุล)?(?: ?(?:ผู้รับ|ลูกค้า))?|ผู้รับ(?:สินค้า|พัสดุ|ของ)?|(?:จัด)?ส่ง(?:ถึง|ให้)|ส่ง(?= ?คุณ)|ถึง|(?:ผู้)?ติดต่อ(?=[ :])|นาม(?= ?:)|(?:full ?)?name(?= ?:)|to(?= ?:)';

const LABELED = new RegExp(
  `(?<=^|[\\s${GAP}${ADDRESS}])(?:${LABEL}) ?[:.\\-–]* ?([^\\n\\d${GAP}${ADDRESS}:]+?)(?= ?(?:[\\n\\d${GAP}${ADDRESS}]|$|บ้านเลขที่|เลขที่))`,
  'i',
);

const TITLE =
  /^(?:คุณ|นาย|นางสาว|นาง|น\.ส\.|นส\.|ด\.ช\.|ด\.ญ\.|ดร\.|พญ\.|นพ\.|อ\.|ครู|พี่|บริษัท|บจก\.?|บมจ\.?|หจก\.?|ห้าง|ร้าน|mr\b|mrs\b|ms\b|miss\b|khun\b|k\.)/i;

const SHOP = /^(?:ร้าน|บริษัท|บจก|บมจ|หจก|ห้าง)/;

/** A title of a person; places begin with นาง too. */
const PERSON = /^(?:คุณ|นาย|นาง(?!เลิ้ง|รอง|แล|ลือ|บวช|ตะเคียน)|น\.ส\.|นส\.|ด\.ช\.|ด\.ญ\.|พี่|mr\b|mrs\b|ms\b|miss\b|khun\b)/i;

const ALWAYS_PLACE =
  /^(?:บ้านเลขที่|เลขที่|หมู่|ม\.|มบ\.|ซอย|ซ\.|ถนน|ถ\.|ตรอก|อาคาร|ตึก|คอนโด|ห้อง|ชั้น|โครงการ|หอพัก|อพาร์|แมนชั่น|โรงเรียน|ร\.ร\.|รร\.|โรงพยาบาล|รพ\.|โรงงาน|นิคม|สำนักงาน|สนง\.|มหาวิทยาลัย|ธนาคาร|ปั๊ม|ตู้|ต\.|อ\.|จ\.|ตำบล|อำเภอ|จังหวัด|แขวง|เขต|room\b|moo\b|soi\b|road\b|floor\b|building\b|condo|village\b|house\b|unit\b|tower\b|no\b)/i;
/** Words about the order, which are not part of a name. */
const TALK =
  /^(?:เก็บ(?:เงิน)?ปลายทาง|cod\b|ปลายทาง|ส่งด่วน|ด่วน|ขอบคุณ|ครับ|ค่ะ|คะ|ยอด|ราคา|รวม|สั่ง|รับ|โอน|แล้ว|บาท|สวัสดี|thailand|ประเทศไทย)/i;
/** Family names start with these words too. */
const OFTEN_PLACE = /^(?:บ้าน|หอ|หน้า|หลัง|แยก|วัด|ตลาด|ข้าง|ใกล้|ตรงข้าม|ชุมชน|เดอะ)/;

/** Extracts the labeled name, otherwise the words most likely to be a name. */
export function extractPerson(state: ParseState): void {
  const labeled = LABELED.exec(state.rest);
  if (labeled) {
    state.name = cleanName((labeled[1] ?? '').replace(/ ?(?:นามสกุล|สกุล) ?/, ' '));
    extractAt(state, labeled.index, labeled[0].length);
    return;
  }
  const pieces = [...state.rest.matchAll(new RegExp(`[^\\n${GAP}${ADDRESS}]+`, 'g'))].filter(
    ([text]) => cleanName(text) !== '',
  );
  const free = pieces.filter(({ index }) => state.rest[index - 1] !== ADDRESS);
  const [first] = pieces;
  const chosen =
    (first && first === free[0] ? nameAtStart(first) : undefined) ??
    free.map(titledName).find((name) => name !== undefined) ??
    pieces.map(titledPerson).find((name) => name !== undefined) ??
    free.findLast(([text]) => isName(text)) ??
    pieces.map(bracketedPerson).find((name) => name !== undefined) ??
    pieces.map(shopName).find((name) => name !== undefined) ??
    (pieces.length > 1 ? free.find(([text]) => !/\d/.test(text) && words(text).length <= 6) : undefined);
  if (!chosen) return;
  state.name = cleanName(chosen[0]);
  extractAt(state, chosen.index, chosen[0].length);
}

interface Found {
  0: string;
  index: number;
}

const words = (text: string): string[] => text.split(/[ ,]+/).filter((word) => word !== '');

/** The leading words that belong to a name, up to where an address starts. */
function nameAtStart({ 0: text, index }: Found): Found | undefined {
  const run = bareWords(text);
  if (run.length === 0) return undefined;
  const all = words(text);
  if (run.length === all.length) return run.length <= 6 || TITLE.test(text) ? { 0: text, index } : undefined;
  const titles = TITLE.test(run[0] as string) && (run[0] as string).replace(TITLE, '') === '' ? 1 : 0;
  const most = run.length <= 3 + titles ? run.length : 2 + titles;
  return { 0: beginning(text, run.slice(0, most)), index };
}

const titledName = (piece: Found): Found | undefined => (TITLE.test(piece[0].trim()) ? nameAtStart(piece) : undefined);

/** Also after an address label: “ส่งที่ คุณนภา 12/3 …”. */
const titledPerson = (piece: Found): Found | undefined =>
  PERSON.test(piece[0].trim()) ? nameAtStart(piece) : undefined;

/** If nothing else is a name, the shop receives the parcel. */
const shopName = (piece: Found): Found | undefined => (SHOP.test(piece[0].trim()) ? nameAtStart(piece) : undefined);

const BRACKETED = /\(([^()]+)\)/g;

/** “12/3 ซ.อารีย์ (คุณนก)”, with the brackets. */
function bracketedPerson({ 0: text, index }: Found): Found | undefined {
  const found = [...text.matchAll(BRACKETED)].find(([, inside = '']) => PERSON.test(inside.trim()) && isName(inside));
  return found && { 0: found[0], index: index + found.index };
}

const isName = (text: string): boolean => {
  const all = words(text);
  return all.length <= 4 && bareWords(text).length === all.length;
};

function bareWords(text: string): string[] {
  const all = words(text);
  const end = all.findIndex(
    (word, i) => /\d/.test(word) || ALWAYS_PLACE.test(word) || TALK.test(word) || (i !== 1 && OFTEN_PLACE.test(word)),
  );
  return end < 0 ? all : all.slice(0, end);
}

/** The text up to the end of these words. */
function beginning(text: string, run: readonly string[]): string {
  let end = 0;
  for (const word of run) end = text.indexOf(word, end) + word.length;
  return text.slice(0, end);
}

const cleanName = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s:;,.\-–/]+|[\s:;,\-–/]+$/g, '')
    .replace(/^\(([^()]*)\)$/, '$1')
    .trim();

const LABELS = [
  'เบอร์โทรศัพท์มือถือ|เบอร์โทรศัพท์|เบอร์มือถือ|เบอร์โทรติดต่อ|เบอร์ติดต่อ|เบอร์โทร|เบอร์',
  'หมายเลขโทรศัพท์|โทรศัพท์มือถือ|โทรศัพท์|โทร|มือถือ|ติดต่อ',
  '(?<![a-z])(?:telephone|tel|phone|mobile|mob|call|t)',
].join('|');

const NUMBER = new RegExp(`\\(?(?:หรือ ?)?(?:(?:${LABELS})[\\s:.,\\-–]*)*(${TELEPHONE})( ?ต่อ ?\\d{1,5})?\\)?`, 'i');

/** A number of another country or an unknown kind; accepted only with a label. */
const OTHER_NUMBER = new RegExp(`(?:(?:${LABELS})[\\s:.,\\-–]*)(\\+?\\d[\\d -]{5,16}\\d)(?![\\d/])`, 'i');

const MOBILE = /^0[689]/;

/** Extracts all telephone numbers, without duplicates: a mobile one is the telephone, the others go to the note. */
export function extractTelephones(state: ParseState): void {
  const numbers = new Set<string>();
  for (let found = extract(state, NUMBER); found; found = extract(state, NUMBER))
    numbers.add(nationalDigits(found[1] as string) + (found[2] ?? ''));
  const other = numbers.size === 0 ? extract(state, OTHER_NUMBER)?.[1] : undefined;
  if (other) numbers.add(other);
  const found = [...numbers];
  const telephone = found.find((number) => MOBILE.test(number)) ?? found[0];
  if (telephone === undefined) return;
  state.telephone = telephone;
  if (found.length > 1) state.note = `โทร ${found.filter((number) => number !== telephone).join(', ')}`;
}

const EMAIL = /(?:(?:อีเมล์?|e-?mail)[ :.]*)?([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/i;

export function extractEmail(state: ParseState): void {
  const [, email] = extract(state, EMAIL) ?? [];
  if (email) state.email = email;
}
