import { catalogue } from './catalogue.ts';

/** Errors of the arguments and options of a command. `name` is the name of an argument in the help. */
export const usage = catalogue({
  argument_not_an_id: { en: '{name} must be a numeric id, not {text}', th: '{name} ต้องเป็นหมายเลข ไม่ใช่ {text}' },
  argument_not_a_whole_number: {
    en: '{name} must be a whole number from {min} to {max}, not {text}',
    th: '{name} ต้องเป็นจำนวนเต็ม {min} ถึง {max} ไม่ใช่ {text}',
  },
  argument_not_a_number: {
    en: '{name} must be a number of 0 or more, not {text}',
    th: '{name} ต้องเป็นตัวเลขไม่ต่ำกว่า 0 ไม่ใช่ {text}',
  },
  argument_not_an_amount: {
    en: '{name} must be an amount in baht with at most 11 digits and 4 decimals, not {text}',
    th: '{name} ต้องเป็นจำนวนเงินบาทไม่เกิน 11 หลัก ทศนิยมไม่เกิน 4 ตำแหน่ง ไม่ใช่ {text}',
  },
  argument_below_zero_baht: {
    en: '{name} must be 0 baht or more, not {text}',
    th: '{name} ต้องไม่ต่ำกว่า 0 บาท ไม่ใช่ {text}',
  },
  argument_not_a_duration: {
    en: '{name} must be a number followed by m, h or d, at most {days}d: "{text}"',
    th: '{name} ต้องเป็นตัวเลขตามด้วย m, h หรือ d ไม่เกิน {days}d: "{text}"',
  },
  argument_not_a_time: {
    en: '{name} must be Unix milliseconds or ISO 8601, such as 2026-11-30T18:00, not {text}',
    th: '{name} ต้องเป็นมิลลิวินาทีแบบ unix หรือ ISO 8601 เช่น 2026-11-30T18:00 ไม่ใช่ {text}',
  },
  argument_not_a_time_with_offset: {
    en: '{name} must be Unix milliseconds or a time such as 2027-01-31T00:00:00+07:00, not {text}',
    th: '{name} ต้องเป็นมิลลิวินาทีแบบ unix หรือเวลา เช่น 2027-01-31T00:00:00+07:00 ไม่ใช่ {text}',
  },
  argument_not_true_or_false: {
    en: '{name} must be true or false, not {text}',
    th: '{name} ต้องเป็น true หรือ false ไม่ใช่ {text}',
  },
  argument_not_yes_or_no: { en: '{name} must be yes or no, not {text}', th: '{name} ต้องเป็น yes หรือ no ไม่ใช่ {text}' },
  argument_not_a_url: { en: '{name} must be an absolute URL, not {text}', th: '{name} ต้องเป็นที่อยู่เว็บเต็ม ไม่ใช่ {text}' },
  argument_not_a_png_file: { en: '{name} must be a .png file, not {text}', th: '{name} ต้องเป็นไฟล์ .png ไม่ใช่ {text}' },
  argument_not_a_host_name: {
    en: '{name} must be a host name such as shop.example, not {text}',
    th: '{name} ต้องเป็นชื่อโดเมน เช่น shop.example ไม่ใช่ {text}',
  },
  argument_not_a_system_account: {
    en: '{name} must be the name of a system account, not {text}',
    th: '{name} ต้องเป็นชื่อบัญชีระบบ ไม่ใช่ {text}',
  },
  argument_not_an_absolute_path: {
    en: '{name} must be an absolute path, not {text}',
    th: '{name} ต้องเป็นที่อยู่ไฟล์แบบเต็ม ไม่ใช่ {text}',
  },
  argument_empty: { en: '{name} must not be empty', th: '{name} ต้องไม่ว่าง' },
  argument_missing: { en: '{name} is required', th: 'ต้องระบุ {name}' },
  argument_malformed: { en: '{text} must be {form}', th: '{text} ต้องอยู่ในรูป {form}' },
  argument_not_a_setting: {
    en: '{text} must be KEY=VALUE with one of these keys: {keys, list}',
    th: '{text} ต้องอยู่ในรูป KEY=VALUE โดย KEY เป็นค่าใดค่าหนึ่งต่อไปนี้: {keys, list}',
  },
  argument_repeated: { en: '{text} repeats an earlier value', th: '{text} ซ้ำกับค่าก่อนหน้า' },

  unknown_topic: {
    en: 'Unknown topic or command "{topic}"; "raan help" lists topics, "raan --help" lists commands',
    th: 'ไม่รู้จักหัวข้อหรือคำสั่ง "{topic}" ดูหัวข้อได้ด้วย "raan help" และคำสั่งด้วย "raan --help"',
  },
  argument_not_a_shipping_type: {
    en: 'Unknown shipping type {text}; use one of {known, list}',
    th: 'ไม่รู้จักขนส่ง {text} ใช้ได้เฉพาะ {known, list}',
  },
  argument_not_a_sales_channel: {
    en: 'Unknown sales channel {text}; use one of {known, list}',
    th: 'ไม่รู้จักช่องทางขาย {text} ใช้ได้เฉพาะ {known, list}',
  },
  argument_not_a_permission: {
    en: 'Unknown permission {text}; permissions are {known, list}',
    th: 'ไม่รู้จักสิทธิ์ {text} ใช้ได้เฉพาะ {known, list}',
  },

  variant_not_given: { en: 'Specify a variant id, or --sku SKU', th: 'ระบุหมายเลขสินค้า หรือ --sku SKU' },
  quantity_not_given: {
    en: 'Specify VARIANT QTY, or QTY with --sku SKU',
    th: 'ระบุ VARIANT QTY หรือ QTY พร้อม --sku SKU',
  },
  lines_not_given: { en: 'Specify lines as {form}, or --file FILE', th: 'ระบุรายการในรูป {form} หรือ --file FILE' },
  lines_and_none_given: { en: 'Specify lines or --none, not both', th: 'ระบุรายการหรือ --none อย่างใดอย่างหนึ่ง' },
  order_change_not_given: {
    en: 'Specify at least one change: --set, --price, --add, --remove, --recipient, a note, an amount, --expires, --ship-by, --ship-before-pay or --sales-channel',
    th: 'ระบุสิ่งที่จะแก้อย่างน้อย 1 อย่าง: --set, --price, --add, --remove, --recipient, โน้ต, จำนวนเงิน, --expires, --ship-by, --ship-before-pay หรือ --sales-channel',
  },
  parts_of_bundle: {
    en: 'Variant {variant} is a bundle; set its parts with "raan bundle set"',
    th: 'สินค้า #{variant} เป็นชุดสินค้า ให้กำหนดส่วนประกอบด้วย "raan bundle set"',
  },
  low_stock_at_a_time: {
    en: '--low shows current stock and cannot be combined with --at',
    th: '--low แสดงสต็อกปัจจุบัน จึงใช้คู่กับ --at ไม่ได้',
  },
  default_tier_not_removable: {
    en: 'Must be true. To replace the default tier, make another tier the default.',
    th: 'ต้องเป็น true ถ้าต้องการเปลี่ยนราคาหลัก ให้ตั้งระดับราคาอื่นเป็น default',
  },
});
