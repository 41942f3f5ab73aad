import type { Address } from '../../address-fields.ts';
import type { Chance } from './chance.ts';

// Customers of the demo. Names and districts are combined at random. Telephone numbers that start with 0600 are not assigned
// by any network.

const words = (text: string): readonly string[] => text.split(' ');

const FIRST_NAMES = words(
  `กมลวรรณ กฤษณะ กัญญารัตน์ เกศินี จิราภรณ์ ชญานิษฐ์ ชนาธิป ฐิติพงศ์ ณัฐวุฒิ ณัฐธิดา ดวงใจ ทักษิณา ธนกฤต ธัญชนก นภัสสร นฤมล ปกรณ์ ปิยะดา พงศธร พิมพ์ชนก พรทิพย์ ภูมิพัฒน์ มณีรัตน์ เมธาวี ยุพิน รัตนาภรณ์ ลลิตา วรัญญา วีรภัทร ศิริพร ศุภชัย สิรินทร์ สุดารัตน์ สุเมธ อดิศร อนงค์นาฏ อภิญญา อรพรรณ อารีย์ เอกชัย`,
);

const LAST_NAMES = words(
  `แก้วมณี คำแสน จันทร์หอม ใจงาม ชัยวงศ์ ชื่นบาน ดวงดี ตันติกุล ทองประเสริฐ ธรรมวงศ์ นาคสวัสดิ์ บุญเรือง บัวทอง ปานทอง พงษ์ไพบูลย์ พูนผล ภักดี มีสุข ยอดคำ รักษ์ไทย เรืองศรี วงศ์สว่าง วัฒนกุล ศรีสุวรรณ สมบูรณ์ชัย สายทอง สุขเกษม แสงทอง หงส์ทอง อินทร์แก้ว`,
);

type District = readonly [string, string, string, number];

/** Sub-district, district, province and postal code. */
const DISTRICTS: readonly District[] = [
  ['บางแก้ว', 'บางพลี', 'สมุทรปราการ', 10540],
  ['คลองตัน', 'คลองเตย', 'กรุงเทพมหานคร', 10110],
  ['จตุจักร', 'จตุจักร', 'กรุงเทพมหานคร', 10900],
  ['ลาดพร้าว', 'ลาดพร้าว', 'กรุงเทพมหานคร', 10230],
  ['บางนาเหนือ', 'บางนา', 'กรุงเทพมหานคร', 10260],
  ['ปากเกร็ด', 'ปากเกร็ด', 'นนทบุรี', 11120],
  ['คลองหนึ่ง', 'คลองหลวง', 'ปทุมธานี', 12120],
  ['สุเทพ', 'เมืองเชียงใหม่', 'เชียงใหม่', 50200],
  ['หนองหอย', 'เมืองเชียงใหม่', 'เชียงใหม่', 50000],
  ['ในเมือง', 'เมืองขอนแก่น', 'ขอนแก่น', 40000],
  ['ในเมือง', 'เมืองนครราชสีมา', 'นครราชสีมา', 30000],
  ['หมากแข้ง', 'เมืองอุดรธานี', 'อุดรธานี', 41000],
  ['แสนสุข', 'เมืองชลบุรี', 'ชลบุรี', 20130],
  ['บ้านสวน', 'เมืองชลบุรี', 'ชลบุรี', 20000],
  ['เชิงเนิน', 'เมืองระยอง', 'ระยอง', 21000],
  ['สนามจันทร์', 'เมืองนครปฐม', 'นครปฐม', 73000],
  ['หัวหิน', 'หัวหิน', 'ประจวบคีรีขันธ์', 77110],
  ['ในเมือง', 'เมืองพิษณุโลก', 'พิษณุโลก', 65000],
  ['เวียง', 'เมืองเชียงราย', 'เชียงราย', 57000],
  ['หาดใหญ่', 'หาดใหญ่', 'สงขลา', 90110],
  ['ตลาดใหญ่', 'เมืองภูเก็ต', 'ภูเก็ต', 83000],
  ['มะขามเตี้ย', 'เมืองสุราษฎร์ธานี', 'สุราษฎร์ธานี', 84000],
];

/** Houses. `#` is replaced by a number. */
const HOUSES: readonly string[] = [
  '#/# หมู่บ้านเดือนเพ็ญ ซ.#',
  '# หมู่ #',
  '#/# คอนโดสวนสน ชั้น #',
  '# ซ.ร่มไม้ #',
  '#/# อาคารริมน้ำ ห้อง 4##',
  '# ถ.ริมทุ่ง',
  '#/# หมู่ # บ้านดอนไผ่',
];

const CUSTOMERS = 420;

/** The customers, which depend only on the seed. */
export const customersOf = (chance: Chance): readonly Address[] =>
  Array.from({ length: CUSTOMERS }, (_, i) => ({
    name: `${chance.of(FIRST_NAMES)} ${chance.of(LAST_NAMES)}`,
    telephone: `0600${String(100_000 + ((i * 7_919) % 900_000)).padStart(6, '0')}`,
    ...addressOf(chance),
  }));

function addressOf(chance: Chance) {
  const [sub_district, district, province, postal_code] = chance.ofPopular(DISTRICTS);
  const address1 = chance.of(HOUSES).replace(/#/g, () => String(chance.between(1, 9) * chance.between(1, 9)));
  return { address1, sub_district, district, province, postal_code };
}

/** Buyers that are registered for VAT. */
const COMPANIES: readonly Address[] = [
  { name: 'บริษัท คาเฟ่สายหมอก จำกัด', legal_entity_id: '0105500000011', branch_type: 'h' },
  { name: 'หจก. ดอยคำการชา', legal_entity_id: '0503500000008', branch_type: 'h' },
  { name: 'บริษัท ริมน้ำเบเกอรี่ จำกัด', legal_entity_id: '0105500000003', branch_type: 'b', branch_number: '00002' },
];

export const companiesOf = (chance: Chance): readonly Address[] =>
  COMPANIES.map((company, i) => ({ ...company, telephone: `060000001${i}`, ...addressOf(chance) }));
