/** A province: its name, how its postal codes begin, its name in Latin letters, and other ways in which it is written. */
export interface Province {
  name: string;
  prefix: string;
  latin: string;
  also: readonly string[];
}

const province = (prefix: string, name: string, latin: string, ...also: string[]): Province => ({
  name,
  prefix,
  latin,
  also,
});

/** By postal code. */
export const PROVINCES: readonly Province[] = [
  province('10', 'กรุงเทพมหานคร', 'Bangkok', 'กรุงเทพฯ', 'กรุงเทพ', 'กทม', 'Krung Thep Maha Nakhon', 'Krung Thep', 'BKK'),
  province('10', 'สมุทรปราการ', 'Samut Prakan', 'Samut Prakarn'),
  province('11', 'นนทบุรี', 'Nonthaburi', 'นนท์'),
  province('12', 'ปทุมธานี', 'Pathum Thani', 'Pathumthani', 'ปทุม'),
  province('13', 'พระนครศรีอยุธยา', 'Phra Nakhon Si Ayutthaya', 'อยุธยา', 'Ayutthaya', 'Ayuthaya'),
  province('14', 'อ่างทอง', 'Ang Thong'),
  province('15', 'ลพบุรี', 'Lopburi', 'Lop Buri'),
  province('16', 'สิงห์บุรี', 'Sing Buri'),
  province('17', 'ชัยนาท', 'Chai Nat'),
  province('18', 'สระบุรี', 'Saraburi'),
  province('20', 'ชลบุรี', 'Chon Buri', 'Chonburi', 'ชลฯ'),
  province('21', 'ระยอง', 'Rayong'),
  province('22', 'จันทบุรี', 'Chanthaburi'),
  province('23', 'ตราด', 'Trat'),
  province('24', 'ฉะเชิงเทรา', 'Chachoengsao', 'แปดริ้ว'),
  province('25', 'ปราจีนบุรี', 'Prachin Buri', 'Prachinburi'),
  province('26', 'นครนายก', 'Nakhon Nayok'),
  province('27', 'สระแก้ว', 'Sa Kaeo'),
  province('30', 'นครราชสีมา', 'Nakhon Ratchasima', 'โคราช', 'Korat'),
  province('31', 'บุรีรัมย์', 'Buri Ram', 'Buriram'),
  province('32', 'สุรินทร์', 'Surin'),
  province('33', 'ศรีสะเกษ', 'Si Sa Ket', 'Sisaket'),
  province('34', 'อุบลราชธานี', 'Ubon Ratchathani', 'อุบลฯ', 'อุบล', 'Ubon'),
  province('35', 'ยโสธร', 'Yasothon'),
  province('36', 'ชัยภูมิ', 'Chaiyaphum'),
  province('37', 'อำนาจเจริญ', 'Amnat Charoen'),
  province('38', 'บึงกาฬ', 'Bueng Kan'),
  province('39', 'หนองบัวลำภู', 'Nong Bua Lam Phu', 'Nong Bua Lamphu'),
  province('40', 'ขอนแก่น', 'Khon Kaen'),
  province('41', 'อุดรธานี', 'Udon Thani', 'อุดรฯ', 'อุดร', 'Udon'),
  province('42', 'เลย', 'Loei'),
  province('43', 'หนองคาย', 'Nong Khai'),
  province('44', 'มหาสารคาม', 'Maha Sarakham'),
  province('45', 'ร้อยเอ็ด', 'Roi Et'),
  province('46', 'กาฬสินธุ์', 'Kalasin'),
  province('47', 'สกลนคร', 'Sakon Nakhon'),
  province('48', 'นครพนม', 'Nakhon Phanom'),
  province('49', 'มุกดาหาร', 'Mukdahan'),
  province('50', 'เชียงใหม่', 'Chiang Mai', 'Chiangmai'),
  province('51', 'ลำพูน', 'Lamphun'),
  province('52', 'ลำปาง', 'Lampang'),
  province('53', 'อุตรดิตถ์', 'Uttaradit'),
  province('54', 'แพร่', 'Phrae'),
  province('55', 'น่าน', 'Nan'),
  province('56', 'พะเยา', 'Phayao'),
  province('57', 'เชียงราย', 'Chiang Rai', 'Chiangrai'),
  province('58', 'แม่ฮ่องสอน', 'Mae Hong Son'),
  province('60', 'นครสวรรค์', 'Nakhon Sawan'),
  province('61', 'อุทัยธานี', 'Uthai Thani'),
  province('62', 'กำแพงเพชร', 'Kamphaeng Phet'),
  province('63', 'ตาก', 'Tak'),
  province('64', 'สุโขทัย', 'Sukhothai'),
  province('65', 'พิษณุโลก', 'Phitsanulok'),
  province('66', 'พิจิตร', 'Phichit'),
  province('67', 'เพชรบูรณ์', 'Phetchabun'),
  province('70', 'ราชบุรี', 'Ratchaburi'),
  province('71', 'กาญจนบุรี', 'Kanchanaburi'),
  province('72', 'สุพรรณบุรี', 'Suphan Buri', 'Suphanburi', 'สุพรรณ'),
  province('73', 'นครปฐม', 'Nakhon Pathom'),
  province('74', 'สมุทรสาคร', 'Samut Sakhon'),
  province('75', 'สมุทรสงคราม', 'Samut Songkhram'),
  province('76', 'เพชรบุรี', 'Phetchaburi'),
  province('77', 'ประจวบคีรีขันธ์', 'Prachuap Khiri Khan', 'ประจวบฯ', 'ประจวบ'),
  province('80', 'นครศรีธรรมราช', 'Nakhon Si Thammarat', 'นครศรีฯ', 'นครศรี'),
  province('81', 'กระบี่', 'Krabi'),
  province('82', 'พังงา', 'Phang Nga', 'Phangnga'),
  province('83', 'ภูเก็ต', 'Phuket'),
  province('84', 'สุราษฎร์ธานี', 'Surat Thani', 'สุราษฎร์ฯ', 'สุราษฎร์', 'สุราษ'),
  province('85', 'ระนอง', 'Ranong'),
  province('86', 'ชุมพร', 'Chumphon'),
  province('90', 'สงขลา', 'Songkhla'),
  province('91', 'สตูล', 'Satun'),
  province('92', 'ตรัง', 'Trang'),
  province('93', 'พัทลุง', 'Phatthalung'),
  province('94', 'ปัตตานี', 'Pattani'),
  province('95', 'ยะลา', 'Yala'),
  province('96', 'นราธิวาส', 'Narathiwat'),
];

const BY_WORD = new Map(
  PROVINCES.flatMap((one) => [one.name, one.latin, ...one.also].map((word) => [word.toLowerCase(), one] as const)),
);

/** Every way to write one, the longest first. */
export const PROVINCE_WORDS: readonly string[] = [...BY_WORD.keys()].sort((one, other) => other.length - one.length);

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
  const [one, ...more] = PROVINCES.filter(({ prefix }) => prefix === String(code).slice(0, 2));
  return more.length === 0 ? one : undefined;
}

/** Whether a postal code can be of the province, by how it begins; a few at borders begin like the neighbour's. */
export const isCodeOf = (code: number | string, { prefix }: Province): boolean => String(code).startsWith(prefix);

/** The districts of Bangkok, which are written without a word for what they are. */
export const BANGKOK_DISTRICTS: ReadonlySet<string> = new Set(
  `พระนคร ดุสิต หนองจอก บางรัก บางเขน บางกะปิ ปทุมวัน ป้อมปราบศัตรูพ่าย พระโขนง มีนบุรี ลาดกระบัง ยานนาวา สัมพันธวงศ์ พญาไท ธนบุรี
  บางกอกใหญ่ ห้วยขวาง คลองสาน ตลิ่งชัน บางกอกน้อย บางขุนเทียน ภาษีเจริญ หนองแขม ราษฎร์บูรณะ บางพลัด ดินแดง บึงกุ่ม สาทร บางซื่อ จตุจักร
  บางคอแหลม ประเวศ คลองเตย สวนหลวง จอมทอง ดอนเมือง ราชเทวี ลาดพร้าว วัฒนา บางแค หลักสี่ สายไหม คันนายาว สะพานสูง วังทองหลาง
  คลองสามวา บางนา ทวีวัฒนา ทุ่งครุ บางบอน`.split(/\s+/),
);
