import { ADDRESS, EDGE, extract, extractAt, GAP, type ParseState } from './parse-state.ts';
import { BANGKOK_DISTRICTS, isCodeOf, PROVINCE_WORDS, type Province, provinceOf, provinceOfCode } from './provinces.ts';
import { isPlace } from './sub-districts.ts';

const CODE_LABEL = '(?:รหัสไปรษณีย์|รหัส ?ปณ\\.?|ไปรษณีย์|ปณ\\.?|รหัส|zip ?code|zip|post(?:al)? ?code)[ :.]*';
const CODE = '(?<![\\d/-]|\\d\\.)([1-9]\\d{4})(?![\\d/-]|[.,]\\d| ?(?:บาท|บ\\.|฿))';

/** Extracts the labeled postal code, otherwise the last one with the prefix of a province. */
export function extractPostalCode(state: ParseState): void {
  const labeled = extract(state, new RegExp(CODE_LABEL + CODE, 'i'));
  const last = labeled ? undefined : [...state.rest.matchAll(new RegExp(CODE, 'g'))].findLast(isKnownCode);
  if (last) extractAt(state, last.index, last[0].length);
  const code = (labeled ?? last)?.[1];
  if (code) state.postal_code = Number(code);
}

const isKnownCode = ([, code = '']: RegExpExecArray): boolean =>
  code.startsWith('10') || provinceOfCode(code) !== undefined;

/** Matches an abbreviation with its period, at the start of a word or attached to the word before it. */
const abbreviation = (letter: string) => `(?<=^|[^ก-๙.]|[ก-๙]{3})${letter}\\.|(?<=^|${EDGE})${letter}(?= )`;

const SUB_DISTRICT = `(?:ตำบล ?/ ?แขวง|แขวง ?/ ?ตำบล|ตำบล|แขวง|${abbreviation('ต')})`;
const DISTRICT = `(?:อำเภอ ?/ ?เขต|เขต ?/ ?อำเภอ|กิ่งอำเภอ|อำเภอ|เขต|${abbreviation('อ')})`;
const PROVINCE = `(?:จังหวัด|${abbreviation('จ')})`;

const END = `(?=[^ก-๙]|$|ตำบล|แขวง|อำเภอ|เขต|จังหวัด|[ตอจ]\\.|กรุงเทพ|กทม|รหัส|โทร)`;
const THAI_NAME = `[ :.]*(คลอง ?\\d{1,2}(?!\\d)|[ก-๙]{2,}?)${END}`;
const LATIN_NAME = `[ :.]+([a-z][a-z '-]*?)(?= ?(?:[,\\n${GAP}${ADDRESS}]|$|\\d|\\b(?:amphoe|amphur|khet|changwat|province)\\b))`;
const BEFORE = `(?<=^|[,\\n${GAP}${ADDRESS}] ?)([a-z][a-z '-]*?) `;

const SUB_DISTRICTS = [
  SUB_DISTRICT + THAI_NAME,
  `\\b(?:tambon|tambol|khwaeng|khwang)${LATIN_NAME}`,
  `${BEFORE}sub-?district\\b`,
];
const DISTRICTS = [DISTRICT + THAI_NAME, `\\b(?:amphoe|amphur|khet)${LATIN_NAME}`, `${BEFORE}district\\b`];

/** Extracts the sub-district and district that have a prefix. */
export function extractMarkedDistricts(state: ParseState): void {
  const [sub, district] = [extractName(state, SUB_DISTRICTS), extractName(state, DISTRICTS)];
  if (sub) state.sub_district = sub;
  if (district) state.district = district;
}

function extractName(state: ParseState, patterns: readonly string[]): string | undefined {
  for (const pattern of patterns) {
    const name = extract(state, new RegExp(pattern, 'i'))?.[1]?.trim();
    if (name) return name;
  }
  return undefined;
}

const WORDS = PROVINCE_WORDS.map((word) => word.replaceAll(' ', ' ?').replaceAll('.', '\\.')).join('|');
const MARKED = new RegExp(
  `${PROVINCE}[ :.]*(?:(${WORDS})(?![ก-๙])|([ก-๙]{2,}))[.ฯ]*|(?<![a-z])(${WORDS}) province\\b`,
  'i',
);
const BARE = new RegExp(`(?<=^|${EDGE}|\\d|จังหวัด ?: ?)(?:${WORDS})[.ฯ]*(?=$|${EDGE}|\\d|\\.)`, 'gi');

/** Extracts a province with a prefix; an unknown one keeps its spelling. */
export function extractMarkedProvince(state: ParseState): void {
  const [, known, other, latin] = extract(state, MARKED) ?? [];
  const name = provinceOf(known ?? latin ?? '')?.name ?? other;
  if (name) state.province = name;
}

const AFTER_ROAD = /(?:ถนน|ถ\.|ซอย|ซ\.|แยก|สาขา|หมู่บ้าน|วัด|โรงเรียน|ตลาด) ?$/;
const MAX_AMBIGUOUS = 4; // letters; short province names are also common words: เลย, ตาก, น่าน

/** Extracts a province without a prefix: the last one that matches the postal code. Returns its position. */
export function extractBareProvince(state: ParseState): number | undefined {
  const found = [...state.rest.matchAll(BARE)].filter(({ index }) => !AFTER_ROAD.test(state.rest.slice(0, index)));
  const fitting = found.findLast((match) => matchesPostalCode(state, provinceIn(match)));
  const match = fitting ?? found.findLast((candidate) => isUnambiguous(state, candidate));
  if (!match) return undefined;
  state.province = provinceIn(match).name;
  extractAt(state, match.index, match[0].length);
  return match.index;
}

const provinceIn = ([word]: RegExpExecArray): Province => {
  const plain = word.replace(/[.ฯ]+$/, '');
  return provinceOf(plain) ?? (provinceOf(`${plain}ฯ`) as Province);
};

const matchesPostalCode = ({ postal_code }: ParseState, province: Province): boolean =>
  postal_code !== undefined && isCodeOf(postal_code, province);

/** Whether the word must be the province: it is long, or it ends a text without a postal code. */
const isUnambiguous = ({ rest, postal_code }: ParseState, { 0: word, index }: RegExpExecArray): boolean =>
  word.length > MAX_AMBIGUOUS || (postal_code === undefined && rest.slice(index + word.length).trim() === '');

const BANGKOK = 'กรุงเทพมหานคร';

/** Infers the province from the town's district, a district of Bangkok or the postal code. */
export function inferProvince(state: ParseState, isInBangkok: boolean): void {
  if (state.province !== undefined) return;
  const { district = '', postal_code } = state;
  const town = provinceOf(district.replace(/^เมือง/, ''));
  const isBangkok = isInBangkok || BANGKOK_DISTRICTS.has(district);
  const name =
    (district.startsWith('เมือง') ? town?.name : undefined) ??
    (postal_code === undefined ? undefined : provinceOfCode(postal_code)?.name) ??
    (isBangkok && String(postal_code ?? 10).startsWith('10') ? BANGKOK : undefined);
  if (name) state.province = name;
}

const isBare = (word: string | undefined): word is string =>
  word !== undefined &&
  /^[ก-๙]{2,}$/.test(word) &&
  !/^(?:หมู่|ซอย|ถนน|ตรอก|อาคาร|ตึก|คอนโด|โครงการ|ห้อง|ชั้น|หอพัก)/.test(word);

/**
 * Extracts district and sub-district without prefixes, just before the province. Districts of Bangkok and of provincial
 * capitals are recognized by name, others only if a part with a number precedes both or such a place exists.
 *
 * @param at the position of the province
 */
export function extractBareDistricts(state: ParseState, at: number): void {
  if (state.district !== undefined || state.sub_district !== undefined) return;
  const before = state.rest.slice(0, at);
  const words = [...before.matchAll(new RegExp(`[^\\s,;${GAP}${ADDRESS}]+`, 'g'))];
  const [numbered, sub, last] = words.slice(-3).length === 3 ? words.slice(-3) : [undefined, ...words.slice(-2)];
  if (!last || !isBare(last[0])) return;
  const hasSub =
    sub !== undefined && isBare(sub[0]) && (/\d/.test(numbered?.[0] ?? '') || exists(state, sub[0], last[0]));
  const isKnown =
    state.province === BANGKOK
      ? BANGKOK_DISTRICTS.has(last[0])
      : last[0] === 'เมือง' || last[0] === `เมือง${state.province}`;
  if (!isKnown && (state.province === BANGKOK || !hasSub)) return;
  state.district = last[0];
  extractAt(state, last.index, last[0].length);
  if (!hasSub) return;
  state.sub_district = sub[0];
  extractAt(state, sub.index, sub[0].length);
}

const exists = ({ province = '' }: ParseState, subDistrict: string, district: string): boolean =>
  isPlace({ sub_district: subDistrict, district: fullDistrict(district, province), province });

const LATIN_STREET = /\b(?:road|rd|soi|street|st|alley|lane|village|moo|condo|building|tower|floor|room)\b/i;

/** Extracts district and sub-district in Latin letters: the last two comma-separated parts before the province. */
export function extractLatinDistricts(state: ParseState, at: number): void {
  if (state.district !== undefined || state.sub_district !== undefined) return;
  const parts = [...state.rest.slice(0, at).matchAll(new RegExp(`[^,\\n${GAP}${ADDRESS}]+`, 'g'))].filter(
    ([part]) => part.trim() !== '',
  );
  const [first, sub, district] = parts.slice(-3);
  const isPlace = (part: RegExpExecArray | undefined) =>
    part !== undefined && /^[a-z '.-]+$/i.test(part[0]) && !LATIN_STREET.test(part[0]);
  if (!first || !sub || !district || !/[a-z\d]/i.test(first[0]) || !isPlace(sub) || !isPlace(district)) return;
  state.sub_district = sub[0].trim();
  state.district = district[0].trim();
  extractAt(state, district.index, district[0].length);
  extractAt(state, sub.index, sub[0].length);
}

/** Completes the district of a provincial capital: เมือง in เชียงใหม่ is เมืองเชียงใหม่. */
export function completeDistrict(state: ParseState): void {
  if (state.district !== undefined) state.district = fullDistrict(state.district, state.province);
}

function fullDistrict(district: string, province: string | undefined): string {
  if (district !== 'เมือง' || province === undefined || province === BANGKOK || provinceOf(province) === undefined)
    return district;
  return province === 'พระนครศรีอยุธยา' ? province : `เมือง${province}`;
}
