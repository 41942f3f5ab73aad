import { asset } from '../assets.ts';
import { readCsv } from '../csv.ts';

/** A province: its name, how its postal codes begin, its name in Latin letters, and other ways in which it is written. */
export interface Province {
  name: string;
  prefix: string;
  latin: string;
  also: readonly string[];
}

/** By postal code. */
export const PROVINCES: readonly Province[] = readCsv(
  asset('src/lib/thai-address/provinces.csv'),
  'provinces.csv',
).rows.map(({ cells }) => {
  const { name = '', prefix = '', latin = '', other_names: others = '' } = Object.fromEntries(cells);
  return { name, prefix, latin, also: others === '' ? [] : others.split('|') };
});

const BY_WORD = new Map(
  PROVINCES.flatMap((province) =>
    [province.name, province.latin, ...province.also].map((word) => [word.toLowerCase(), province] as const),
  ),
);

/** All spellings of provinces, longest first. */
export const PROVINCE_WORDS: readonly string[] = [...BY_WORD.keys()].sort((a, b) => b.length - a.length);

export const provinceOf = (word: string): Province | undefined => BY_WORD.get(word.toLowerCase());

/** Bangkok and Samut Prakan share the beginning of theirs. */
const SAMUT_PRAKAN = new Set(['10130', '10270', '10280', '10290', '10540', '10550', '10560', '10570']);
const BANGKOK = new Set(
  `10100 10110 10120 10140 10150 10160 10170 10200 10210 10220 10230 10240 10250 10260 10300 10310 10330 10400 10500
   10510 10520 10530 10600 10700 10800 10900`.split(/\s+/),
);

/** The province of a postal code; undefined if none or several match. */
export function provinceOfCode(code: number | string): Province | undefined {
  if (BANGKOK.has(String(code))) return provinceOf('Bangkok');
  if (SAMUT_PRAKAN.has(String(code))) return provinceOf('Samut Prakan');
  const [match, ...others] = PROVINCES.filter(({ prefix }) => prefix === String(code).slice(0, 2));
  return others.length === 0 ? match : undefined;
}

/** Whether a postal code can be of the province, by how it begins; a few at borders begin like the neighbor's. */
export const isCodeOf = (code: number | string, { prefix }: Province): boolean => String(code).startsWith(prefix);

/** The districts of Bangkok, which are written without a word for what they are. */
export const BANGKOK_DISTRICTS: ReadonlySet<string> = new Set(
  `พระนคร ดุสิต หนองจอก บางรัก บางเขน บางกะปิ ปทุมวัน ป้อมปราบศัตรูพ่าย พระโขนง มีนบุรี ลาดกระบัง ยานนาวา สัมพันธวงศ์ พญาไท ธนบุรี
  บางกอกใหญ่ ห้วยขวาง คลองสาน ตลิ่งชัน บางกอกน้อย บางขุนเทียน ภาษีเจริญ หนองแขม ราษฎร์บูรณะ บางพลัด ดินแดง บึงกุ่ม สาทร บางซื่อ จตุจักร
  บางคอแหลม ประเวศ คลองเตย สวนหลวง จอมทอง ดอนเมือง ราชเทวี ลาดพร้าว วัฒนา บางแค หลักสี่ สายไหม คันนายาว สะพานสูง วังทองหลาง
  คลองสามวา บางนา ทวีวัฒนา ทุ่งครุ บางบอน`.split(/\s+/),
);
