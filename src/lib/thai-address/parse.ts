import { takeEmail, takeTelephones } from './contacts.ts';
import { takePerson } from './people.ts';
import {
  completeDistrict,
  concludeProvince,
  takeBareDistricts,
  takeBareProvince,
  takeLatinDistricts,
  takeMarkedDistricts,
  takeMarkedProvince,
  takePostalCode,
} from './places.ts';
import { ADDRESS, EDGE, GAP, type Scraps, tidy } from './scraps.ts';

/** The parts of an address, in the field names of docs/partner-api.md#address. */
export type PastedAddress = Omit<Scraps, 'rest'> & { address1?: string };

const ADDRESS_LABEL =
  /(?:ที่อยู่(?:สำหรับ|ใน)?(?:การ)?(?:จัดส่ง|ส่งของ|ผู้รับ|ปัจจุบัน)?|(?:จัด)?ส่งที่|(?<![a-z])(?:shipping )?address(?= ?:)) ?[:.]*/gi;

/** What polite speech ends with: by itself or after a number; within a word only what no name ends with. */
const POLITE = new RegExp(
  `(?:(${ADDRESS} ?)|(?<=^|${EDGE}|\\d))(?:ขอบคุณ ?(?:มาก ?ๆ? ?)?)?(?:นะ ?)?(?:ค่ะ|คะ|คร้าบ|ครับผม|ครับ|คับ|ค้าบ|จ้า|จ้ะ)[.!]*(?=$|${EDGE})` +
    `|(?<=[ก-๙])(?:นะ)?(?:ค่ะ|ครับ)[.!]*(?=$|${EDGE})`,
  'g',
);

const withoutPoliteness = (text: string): string => text.replace(POLITE, (_, label?: string) => label ?? GAP);

/**
 * Splits an address as a buyer sends it in a chat, in one line or several and in any order. What cannot be told goes to
 * `address1`, so that nothing of it is lost. Places are answered without the words for what they are, a province by its
 * Thai name.
 */
export function parseAddress(text: string): PastedAddress {
  const scraps: Scraps = { rest: tidy(text) };
  takeEmail(scraps);
  takeTelephones(scraps);
  takePostalCode(scraps);
  scraps.rest = withoutPoliteness(scraps.rest.replace(ADDRESS_LABEL, ADDRESS));
  takePlaces(scraps);
  takePerson(scraps);
  const { rest, ...found } = scraps;
  const address1 = restText(rest);
  return address1 === '' ? found : { ...found, address1 };
}

function takePlaces(scraps: Scraps): void {
  const wasBangkok = /แขวง|khwaeng/i.test(scraps.rest);
  takeMarkedProvince(scraps);
  takeMarkedDistricts(scraps);
  const at = scraps.province === undefined ? takeBareProvince(scraps) : undefined;
  if (at !== undefined) {
    takeBareDistricts(scraps, at);
    takeLatinDistricts(scraps, at);
  }
  concludeProvince(scraps, wasBangkok);
  completeDistrict(scraps);
}

const restText = (rest: string): string =>
  rest
    .split(new RegExp(`[\\n${GAP}${ADDRESS}]`))
    .map((piece) => piece.replace(/^[\s:;,\-–]+|[\s:;,\-–]+$/g, ''))
    .filter((piece) => piece !== '' && piece !== '.')
    .join(' ')
    .replace(/ +/g, ' ');
