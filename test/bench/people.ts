import { change, type TestDatabase } from '../sql.ts';

export const GIVEN = [
  ...['สมชาย', 'สมหญิง', 'วิชัย', 'ประเสริฐ', 'มาลี', 'สุดา', 'กิตติ', 'อารีย์', 'ณัฐพล', 'พิมพ์ชนก', 'ธนากร', 'จิราภรณ์'],
  ...['วรรณา', 'ศิริพร', 'อนุชา', 'ปิยะ', 'นภัสสร', 'ชลธิชา', 'ธีรภัทร', 'กมลวรรณ', 'Somchai', 'Napat', 'สุรชัย', 'บุญมี'],
];
const STARTS = [
  ...['ใจ', 'ทอง', 'ศรี', 'วงศ์', 'แก้ว', 'บุญ', 'เจริญ', 'รัตน'],
  ...['สุข', 'พันธ์', 'ชัย', 'มงคล', 'ประ', 'อินทร', 'จันทร์', 'เพชร'],
];
const ENDS = [
  ...['ดี', 'คำ', 'สวัสดิ์', 'สกุล', 'กุล', 'มาก', 'พงษ์', 'สมบัติ'],
  ...['วัฒน์', 'เลิศ', 'รุ่งเรือง', 'ทิพย์', 'ชาติ', 'พร', 'นุกูล', 'วิไล'],
];
export const FAMILIES = STARTS.flatMap((start) =>
  ENDS.flatMap((end) => ['', 'ธรรม', 'ชัย'].map((more) => start + end + more)),
);

interface Home {
  street: string;
  subDistrict: string;
  district: string;
  province: string;
  postalCode: number;
}

export const HOMES: readonly Home[] = [
  home('ถนนนิมมานเหมินท์', 'สุเทพ', 'เมืองเชียงใหม่', 'เชียงใหม่', 50200),
  home('ถนนสุขุมวิท', 'คลองเตยเหนือ', 'วัฒนา', 'กรุงเทพมหานคร', 10110),
  home('ถนนมิตรภาพ', 'ในเมือง', 'เมืองนครราชสีมา', 'นครราชสีมา', 30000),
  home('ถนนเพชรเกษม', 'หาดใหญ่', 'หาดใหญ่', 'สงขลา', 90110),
  home('ซอยอารีย์ 4', 'สามเสนใน', 'พญาไท', 'กรุงเทพมหานคร', 10400),
  home('ถนนศรีจันทร์', 'ในเมือง', 'เมืองขอนแก่น', 'ขอนแก่น', 40000),
  home('ถนนพหลโยธิน', 'คูคต', 'ลำลูกกา', 'ปทุมธานี', 12130),
];

function home(street: string, subDistrict: string, district: string, province: string, postalCode: number): Home {
  return { street, subDistrict, district, province, postalCode };
}

/** Tables `given`, `family` and `home` of this connection, numbered from 0 by `k`. */
export function writePeople(db: TestDatabase): void {
  db.exec(`
    CREATE TEMP TABLE given (k INTEGER PRIMARY KEY, name TEXT);
    CREATE TEMP TABLE family (k INTEGER PRIMARY KEY, name TEXT);
    CREATE TEMP TABLE home (k INTEGER PRIMARY KEY, street TEXT, sub_district TEXT, district TEXT, province TEXT, postal_code INTEGER)`);
  for (const [i, name] of GIVEN.entries()) db.run(change('INSERT INTO given VALUES (?, ?)'), i, name);
  for (const [i, name] of FAMILIES.entries()) db.run(change('INSERT INTO family VALUES (?, ?)'), i, name);
  for (const [i, { street, subDistrict, district, province, postalCode }] of HOMES.entries())
    db.run(
      change('INSERT INTO home VALUES (?, ?, ?, ?, ?, ?)'),
      i,
      street,
      subDistrict,
      district,
      province,
      postalCode,
    );
}
