import { fieldLabelPair } from '../../../lib/messages/field-labels.ts';
import { bilingual } from '../../bilingual.ts';

export const courierTexts = bilingual({
  couriers: ['ขนส่งและเลขพัสดุ', 'Couriers'],
  courier: ['ขนส่ง', 'Courier'],
  about: [
    'ขนส่งที่ไม่ได้ตั้งค่ายังใช้ในคำสั่งซื้อได้ โดยใส่เลขพัสดุเอง',
    'You can also ship with other couriers by adding tracking numbers manually.',
  ],
  add: ['ตั้งค่าขนส่ง', 'Set up courier'],
  empty: ['ยังไม่ได้ตั้งค่าขนส่ง', 'No couriers set up'],
  emptyHint: [
    'ตั้งค่าเพื่อให้ระบบขอเลขพัสดุจากขนส่ง หรือออกเลขพัสดุให้เอง',
    'Set up a courier to get tracking numbers automatically.',
  ],
  numberSource: ['วิธีรับเลขพัสดุ', 'Tracking number source'],
  manual: ['ใส่เอง', 'Manual'],
  simulated: ['จำลอง', 'Simulated'],
  simulatedHint: [
    'ขนส่งของร้านทดสอบเป็นการจำลอง ขอแล้วได้เลขทันที พัสดุถึงภายในไม่กี่นาที และไม่มีพัสดุจริง',
    'The couriers of a sandbox are simulated: they assign tracking numbers immediately, and parcels arrive within minutes. No real parcel is sent.',
  ],
  number_pool: ['ใช้เลขที่ซื้อไว้ (ไปรษณีย์ไทย)', 'From purchased numbers (Thailand Post)'],
  http: ['ขอเลขผ่านโปรแกรมเชื่อมต่อของร้าน', 'Requested through your own integration'],
  flash: ['ขอเลขจาก Flash Express', 'Requested from Flash Express'],
  shippop: ['ขอเลขผ่าน SHIPPOP (หลายขนส่ง)', 'Requested from SHIPPOP (many couriers)'],
  aboutManual: [
    'ร้านหรือคู่ค้าใส่เลขพัสดุเอง ระบบไม่ติดต่อขนส่ง',
    'The store or a partner enters the number. The courier is not contacted.',
  ],
  aboutPool: [
    'ระบบใช้เลขถัดไปจากชุดเลขที่ร้านซื้อไว้ พัสดุ COD ใช้ชุดแยก',
    'Each parcel gets the next number of your purchased ranges. COD parcels have separate ranges.',
  ],
  aboutHttp: [
    'ระบบส่งคำขอเลขพัสดุไปที่ URL นี้ พร้อมลายเซ็นจากรหัสลับที่ระบบสร้างให้',
    'raan sends tracking number requests to this URL and signs them with a secret that it creates.',
  ],
  aboutFlash: ['ใช้รหัสร้าน (merchant) และรหัสลับที่ Flash ให้มา', 'Uses the merchant ID and secret from Flash.'],
  aboutShippop: [
    'บัญชี SHIPPOP เดียวใช้ได้หลายขนส่ง เช่น ไปรษณีย์ไทย Flash KEX J&T SPX ระบบขอเลขและยืนยันให้อัตโนมัติ ค่าส่งตัดจากบัญชีนั้น',
    'One SHIPPOP account works with many couriers, such as Thailand Post, Flash, KEX, J&T and SPX. Tracking numbers are requested and confirmed automatically. Shipping is charged to that account.',
  ],
  needsManual: ['ไม่ต้องเตรียมอะไร', 'Nothing to prepare.'],
  needsPool: [
    'ต้องมี: ชุดเลขที่ซื้อจากไปรษณีย์ไทย (ตัวอักษรนำ เลขแรก และจำนวน)',
    'You need: numbers bought from Thailand Post (their prefix, first number and count).',
  ],
  needsHttp: [
    'ต้องมี: โปรแกรมเชื่อมต่อขนส่งที่รับคำขอจากระบบ ให้ผู้ดูแลระบบของร้านช่วยตั้งค่า',
    'You need: an integration that forwards the requests to the courier. Ask your developer.',
  ],
  needsFlash: [
    'ต้องมี: รหัสร้าน รหัสลับ และ URL ที่ Flash Express ให้เมื่อเปิดบัญชี API',
    'You need: the merchant ID, secret and URL that Flash Express provides with an API account.',
  ],
  needsShippop: [
    'ต้องมี: API key จากฝ่ายขายของ SHIPPOP และอีเมลของบัญชี ขนส่งที่สองใช้บัญชีเดิมได้เลย',
    'You need: an API key from SHIPPOP’s sales team, and the account’s email. A second courier uses the same account.',
  ],
  next: ['ถัดไป', 'Next'],
  changeCourier: ['เปลี่ยนขนส่ง', 'Change courier'],
  changeMethod: ['เปลี่ยนวิธี', 'Change method'],
  status: ['สถานะ', 'Status'],
  bookings: ['คำขอเลขพัสดุที่ค้าง', 'Tracking number requests'],
  waiting: [(n: string) => `รอส่งคำขอ ${n} รายการ`, (n: string) => `${n} waiting`],
  requested: [(n: string) => `รอขนส่งตอบ ${n} รายการ`, (n: string) => `${n} requested`],
  failed: [(n: string) => `ไม่สำเร็จ ${n} รายการ`, (n: string) => `${n} failed`],
  noBookings: ['ไม่มี', 'None'],
  bookingsWaiting: ['รอส่งคำขอ', 'Requests waiting'],
  bookingsRequested: ['รอขนส่งตอบ', 'Requests sent'],
  bookingsFailed: ['คำขอไม่สำเร็จ', 'Requests failed'],
  url: ['URL ของขนส่ง', 'Courier URL'],
  trackingUrl: fieldLabelPair('tracking_url'),
  trackingUrlHint: [
    'ใส่ {number} ตรงตำแหน่งเลขพัสดุ เว้นว่าง = ไม่มี',
    'Use {number} for the tracking number. Leave empty if there is none.',
  ],
  numberExample: fieldLabelPair('number_example'),
  numberExampleHint: [
    'เตือนเมื่อเลขพัสดุที่ใส่ขึ้นต้นหรือยาวไม่เหมือนตัวอย่าง ใส่ได้หลายตัวอย่าง คั่นด้วยเว้นวรรค',
    'Warns if an entered number starts differently or has another length. Separate several examples with spaces.',
  ],
  merchantId: ['รหัสร้าน (merchant id)', 'Merchant ID'],
  secret: ['รหัสลับ', 'Secret'],
  keepSecret: ['มีอยู่แล้ว เว้นว่าง = ใช้รหัสเดิม', 'Already set. Leave empty to keep it.'],
  newSecretHint: ['รหัสที่ขนส่งให้มา จะไม่แสดงอีก', 'From the courier. It is not shown again.'],
  shippopService: ['ระบบของ SHIPPOP', 'SHIPPOP service'],
  shippopReal: ['ใช้งานจริง (ตัดเงิน)', 'Live (charges your account)'],
  shippopTest: ['ทดสอบ (ใช้ API key คนละชุด)', 'Test (has its own API keys)'],
  accountEmail: ['อีเมลของบัญชี SHIPPOP', 'Email of the SHIPPOP account'],
  apiKey: ['API key', 'API key'],
  apiKeyHint: ['API key ที่ SHIPPOP ให้มา จะไม่แสดงอีก', 'From SHIPPOP. It is not shown again.'],
  sharedApiKey: [
    'เว้นว่าง = ใช้ API key ของบัญชีนี้ที่มีอยู่แล้ว ใส่ใหม่เพื่อเปลี่ยนทุกขนส่งของบัญชีนี้',
    'Leave empty to use the key that this account already has. A new key replaces it for all couriers of the account.',
  ],
  courierCode: ['รหัสขนส่งที่ SHIPPOP', 'Courier code at SHIPPOP'],
  courierCodeHint: [
    'เช่น EMST ไปรษณีย์ไทย EMS, ECP eCo-Post, FLE Flash, KRYX KEX, JNTP และ JNTD J&T, SPX, BEST ใช้ได้เฉพาะขนส่งที่ SHIPPOP เปิดให้บัญชีนี้',
    'For example, EMST (Thailand Post EMS), ECP (eCo-Post), FLE (Flash), KRYX (KEX), JNTP and JNTD (J&T), SPX, BEST. SHIPPOP must have enabled the courier for the account.',
  ],
  parcelSize: ['ขนาดพัสดุที่แจ้ง (ซม.)', 'Parcel size (cm)'],
  parcelSizeHint: [
    'กว้าง x ยาว x สูง เช่น 20x15x10 เว้นว่าง = 1x1x1 แล้วขนส่งวัดเอง',
    'Width, length and height, such as 20x15x10. Leave empty for 1x1x1: the courier measures the parcel.',
  ],
  warnBelow: fieldLabelPair('warn_below'),
  warnBelowHint: [
    'เว้นว่าง = หนึ่งในห้าของชุดเลขที่ใช้อยู่ ไม่เกิน 100 เลข',
    'Leave empty for one fifth of the active ranges, up to 100',
  ],
  token: ['API token ของไปรษณีย์ไทย (สำหรับติดตามพัสดุ)', 'Thailand Post API token for tracking'],
  tokenHint: [
    'ให้ระบบติดตามสถานะพัสดุเอง เว้นว่าง = ไม่ใช้',
    'Parcels are tracked automatically. Leave empty to turn this off.',
  ],
  keepToken: ['มีอยู่แล้ว เว้นว่าง = ใช้ค่าเดิม', 'Already set. Leave empty to keep it.'],
  removeToken: ['เลิกติดตามพัสดุ (ลบ API token)', 'Stop tracking parcels (removes the API token)'],
  trackUrl: ['URL บริการติดตาม', 'Tracking service URL'],
  trackUrlHint: ['เว้นว่าง = ของไปรษณีย์ไทย', 'Leave empty for Thailand Post'],
  callback: ['URL สำหรับขนส่งแจ้งสถานะ', 'Callback URL'],
  callbackHint: ['นำไปกรอกในระบบของขนส่ง', 'Enter this in the courier’s system.'],
  noBaseUrl: ['ตั้งที่อยู่เว็บก่อน จึงจะได้ URL เต็ม', 'For the full URL, set the web address.'],
  hasSecret: ['มีแล้ว', 'Set'],
  lacksSecret: ['ยังไม่มี', 'Missing'],
  urlProblem: [
    (problem: string) => `ระบบส่งคำขอไปที่ขนส่งนี้ไม่ได้: ${problem}`,
    (problem: string) => `No requests are sent to this courier: ${problem}`,
  ],
  lacksSecretHint: [
    'ยังไม่มีรหัสลับ ระบบจึงขอเลขพัสดุจากขนส่งนี้ไม่ได้',
    'Tracking numbers cannot be requested because the secret is missing.',
  ],
  resetSecret: ['ออกรหัสลับใหม่', 'Reset secret'],
  resetHint: [
    'คำขอครั้งต่อไปใช้รหัสใหม่ทันที ต้องนำรหัสใหม่ไปใส่ที่ขนส่ง ระหว่างนั้นเลือกให้รับข้อมูลที่ขนส่งส่งมาด้วยรหัสเดิมต่อได้',
    'Requests use the new secret immediately. Give it to the courier. Until then you can keep accepting callbacks with the old one.',
  ],
  oldSecretEnded: ['รหัสลับเดิมใช้ไม่ได้แล้ว', 'The old secret no longer works'],
  confirmReset: ['ยืนยันออกรหัสลับใหม่', 'Reset secret'],
  newSecret: ['รหัสลับใหม่', 'New secret'],
  secretReset: ['ออกรหัสลับใหม่แล้ว', 'Secret reset'],
  remove: ['เลิกใช้ขนส่งนี้', 'Remove'],
  removeHint: [
    'คำสั่งซื้อเดิมไม่เปลี่ยน คำสั่งซื้อใหม่ต้องใส่เลขพัสดุเอง ระบบจะลบการตั้งค่าและรหัสลับของขนส่งนี้ ขนส่งที่มีคำขอเลขพัสดุค้าง หรือชุดเลขที่ใช้ไปแล้ว เลิกใช้ไม่ได้',
    'Existing orders do not change; new ones need tracking numbers added manually. The courier’s settings and secret are deleted. A courier with open tracking number requests or used numbers cannot be removed.',
  ],
  confirmRemove: ['ยืนยันเลิกใช้ขนส่ง', 'Remove courier'],
  removed: ['เลิกใช้ขนส่งแล้ว', 'Courier removed'],
  saved: ['บันทึกการตั้งค่าขนส่งแล้ว', 'Courier saved'],

  numbers: ['ชุดเลขพัสดุ', 'Tracking numbers'],
  left: ['เหลือ', 'Left'],
  numbersLeft: ['เลขพัสดุทั่วไปเหลือ', 'Non-COD numbers left'],
  codNumbersLeft: ['เลขพัสดุ COD เหลือ', 'COD numbers left'],
  leftOf: [(kind: string, n: string) => `${kind} เหลือ ${n} เลข`, (kind: string, n: string) => `${kind}: ${n} left`],
  used: ['ใช้แล้ว', 'Used'],
  from: ['เลขแรก', 'First'],
  to: ['เลขสุดท้าย', 'Last'],
  kind: ['ใช้กับ', 'For'],
  cod: ['COD', 'COD'],
  notCod: ['ทั่วไป', 'Non-COD'],
  usedUp: ['หมดแล้ว', 'Used up'],
  addRange: ['เพิ่มชุดเลข', 'Add range'],
  firstRange: ['ชุดเลขแรก', 'First range'],
  prefix: ['ตัวอักษรนำ', 'Prefix'],
  prefixHint: ['2 ตัว เช่น EX', 'Two letters, such as EX'],
  firstSerial: fieldLabelPair('first'),
  firstSerialHint: ['8 หลัก ไม่รวมหลักตรวจสอบและ TH', '8 digits, without the check digit and TH'],
  count: ['จำนวนเลข', 'Count'],
  isCod: ['ชุดนี้ใช้กับพัสดุ COD', 'For COD parcels'],
  rangeAdded: ['เพิ่มชุดเลขแล้ว', 'Range added'],
  removeRange: ['ลบชุดนี้', 'Delete'],
  confirmRemoveRange: ['ยืนยันลบชุดเลข', 'Delete range'],
  editRange: ['แก้ไขชุดเลข', 'Edit range'],
  editRangeHint: ['แก้ได้เมื่อยังไม่มีพัสดุใช้เลขในชุดนี้', 'A range can be edited until one of its numbers is used.'],
  rangeSaved: ['แก้ไขชุดเลขแล้ว', 'Range saved'],
  checkRange: [
    'ตรวจเลขแรกและเลขสุดท้ายให้ตรงกับเอกสารจากไปรษณีย์ แล้วกดยืนยัน',
    'Compare the first and last number with the documents from Thailand Post, then confirm.',
  ],
  numberCount: [(n: string) => `${n} เลข`, (n: string) => (n === '1' ? '1 number' : `${n} numbers`)],
  confirmRange: ['ยืนยันเลขชุดนี้', 'Confirm numbers'],
  rangeRemoved: ['ลบชุดเลขแล้ว', 'Range deleted'],
});

export type AdapterName = 'manual' | 'number_pool' | 'http' | 'flash' | 'shippop';

export const ADAPTERS = ['number_pool', 'flash', 'shippop', 'http', 'manual'] as const satisfies readonly AdapterName[];

type Texts = ReturnType<typeof courierTexts>;

/** Description of each method. */
export const adapterDescriptions = (t: Texts): Record<AdapterName, string> => ({
  manual: t.aboutManual,
  number_pool: t.aboutPool,
  http: t.aboutHttp,
  flash: t.aboutFlash,
  shippop: t.aboutShippop,
});

/** Requirements of each method. */
export const needsOf = (t: Texts): Record<AdapterName, string> => ({
  manual: t.needsManual,
  number_pool: t.needsPool,
  http: t.needsHttp,
  flash: t.needsFlash,
  shippop: t.needsShippop,
});
