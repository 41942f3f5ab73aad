/** Names of the fields of an address, keyed as in `/v1`: Thai, English. */
export const ADDRESS_NAMES = {
  name: ['ชื่อ', 'Name'],
  telephone: ['เบอร์โทร', 'Phone'],
  address1: ['บ้านเลขที่ หมู่ ซอย ถนน', 'House number, street'],
  address2: ['อาคาร ชั้น หมู่บ้าน', 'Building, floor, village'],
  address3: ['ที่อยู่เพิ่มเติม', 'Address line 3'],
  sub_district: ['ตำบล/แขวง', 'Sub-district'],
  district: ['อำเภอ/เขต', 'District'],
  province: ['จังหวัด', 'Province'],
  postal_code: ['รหัสไปรษณีย์', 'Postal code'],
  email: ['อีเมล', 'Email'],
  note: ['หมายเหตุ', 'Note'],
  legal_entity_id: ['เลขประจำตัวผู้เสียภาษี', 'Tax ID'],
  branch_type: ['สำนักงานใหญ่/สาขา', 'Branch'],
  branch_number: ['เลขที่สาขา', 'Branch number'],
} as const;
