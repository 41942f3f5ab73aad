import type { StoreFileInput } from './schema.ts';

/**
 * The products of the demo store. The line of a product has its key, its kind of parcel, its name and, after `|`, its
 * description. Each line below is a variant, with money in baht, weight in grams, and stock in Bangkok and Chiang Mai:
 *
 *  SKU       retail  VIP wholesale cost weight bkk cnx  name, empty for the only variant
 */
const GOODS = `
doi-chang small เมล็ดกาแฟดอยช้าง อาราบิก้า 100% | ปลูกที่ความสูง 1,300 เมตร กลิ่นคาราเมลและส้ม
  DC-L250     290  265  235  148      270  40  60  คั่วอ่อน 250 กรัม
  DC-M250     290  265  235  148      270  55  80  คั่วกลาง 250 กรัม
  DC-D250     290  265  235  148      270  25  40  คั่วเข้ม 250 กรัม
  DC-M1000    990  920  820  560     1030  12  25  คั่วกลาง 1 กิโลกรัม
pang-khon small เมล็ดกาแฟปางขอน ฮันนี่โพรเซส | เชียงราย หวานแบบน้ำผึ้ง บอดี้นุ่ม
  PK-L250     340  310  275  176      270  18  32  คั่วอ่อน 250 กรัม
  PK-M250     340  310  275  176      270   0  28  คั่วกลาง 250 กรัม
mae-chan-tai small เมล็ดกาแฟแม่จันใต้ เนเชอรัล | ล็อตเล็ก คั่วตามรอบทุกวันพุธ กลิ่นเบอร์รีและไวน์แดง
  MCT-L200    420  385  345  228      220   0  24
khun-chang-khian small เมล็ดกาแฟขุนช่างเคี่ยน วอชด์ | จากไร่บนดอยสุเทพ กลิ่นดอกไม้และชาดำ
  KCK-L250    360  330  290  188      270  14  30  คั่วอ่อน 250 กรัม
  KCK-M250    360  330  290  188      270  20  36  คั่วกลาง 250 กรัม
house-blend small เมล็ดกาแฟ House Blend หมอกเช้า | เบลนด์ประจำร้าน ใส่นมอร่อย ดื่มได้ทุกวัน
  HB-M250     220  200  175  105      270  90 120  คั่วกลาง 250 กรัม
  HB-D250     220  200  175  105      270  80 110  คั่วเข้ม 250 กรัม
  HB-M1000    760  700  620  398     1030  30  45  คั่วกลาง 1 กิโลกรัม
  HB-D1000    760  700  620  398     1030  35  50  คั่วเข้ม 1 กิโลกรัม
creme-brulee small เมล็ดกาแฟ Espresso Crème Brûlée | คั่วสำหรับเครื่องเอสเพรสโซ ครีมาหนา หวานคาราเมลไหม้
  CB-250      260  238  210  128      270  45  50  250 กรัม
  CB-1000     890  820  725  470     1030  15  20  1 กิโลกรัม
decaf small เมล็ดกาแฟดีแคฟ สวิสวอเตอร์ | คาเฟอีนต่ำ ดื่มได้แม้ก่อนนอน
  DF-M250     390  360  320  235      270  16   0
nan-robusta small เมล็ดกาแฟไฟน์โรบัสต้า น่าน
  NR-D250     190  172  150   88      270  22  26  คั่วเข้ม 250 กรัม
  NR-D1000    640  590  520  320     1030   8  14  คั่วเข้ม 1 กิโลกรัม
cafe-drip small กาแฟดริปซอง Café du Matin | ฉีก แขวน เทน้ำร้อน พร้อมดื่มใน 3 นาที
  CDM-10      180  165  145   82.5    160  70  65  กล่อง 10 ซอง
  CDM-30      490  450  395  235      470  28  30  กล่อง 30 ซอง
freeze-dried small กาแฟฟรีซดรายอาราบิก้า ขวด 100 กรัม
  FD-100      240  220  195  126      310  34  18
cold-brew fragile โคลด์บรูว์ขวดแก้ว | เก็บในตู้เย็นได้ 14 วัน
  CBW-250      85   78   68   38.5    480  24  36  ออริจินัล 250 มล.
  CBW-250Y     95   87   76   44      480  12  20  ส้มยูซุ 250 มล.
  CBW-750     220  200  178  105     1250   0  10  ออริจินัล 750 มล.

oolong-12 small ชาอู่หลงเบอร์ 12 ดอยแม่สลอง | ชาจินเซวียน หอมนมอ่อน ๆ
  OL12-50     120  108   94   52       75  40  44  50 กรัม
  OL12-100    220  200  175   98      130  32  38  100 กรัม
  OL12-200    410  375  330  188      240  15  22  200 กรัม
oolong-17 small ชาอู่หลงก้านอ่อน เบอร์ 17
  OL17-100    260  238  208  122      130  20  30  100 กรัม
  OL17-200    490  450  395  235      240   9  16  200 กรัม
jasmine-green small ชาเขียวมะลิ
  JG-100      160  145  126   70      130  50  42
wild-assam small ชาป่าอัสสัมเชียงดาว | ใบชาจากต้นอายุกว่าร้อยปี ชาวบ้านเก็บด้วยมือ
  WA-GREEN    250  230  200  118      100   0  26  ชาเขียว 80 กรัม
  WA-BLACK    250  230  200  118      100  12  30  ชาดำ 80 กรัม
earl-grey small ชา Earl Grey ส้มสายน้ำผึ้งฝาง
  EG-TIN      280  255  225  136      190  26  24  กระป๋อง 80 กรัม
  EG-BAG15    165  150  132   74       90  38  35  ซองชา 15 ซอง
the-rose small ชาดำกุหลาบ Thé Noir à la Rose
  TNR-TIN     320  292  258  158      190  14  12
butterfly-pea small ชาอัญชันตะไคร้ อบแห้ง | ไม่มีคาเฟอีน บีบมะนาวแล้วเปลี่ยนเป็นสีม่วง
  BP-20        95   86   74   36       60  60  55  20 ซอง
  BP-50       210  190  165   84      140  18  22  50 ซอง
matcha small มัทฉะจากอูจิ | บรรจุกระป๋องทึบแสง 40 กรัม
  MC-CULI     290  268  240  172       95  30  25  เกรดทำขนม
  MC-LATTE    390  360  322  238       95  36  28  เกรดลาเต้
  MC-CERE     690  640  575  430       95  10   0  เกรดพิธีชงชา
thai-tea small ผงชาไทยสูตรโบราณ
  TT-200       75   68   58   31      220 100  90  200 กรัม
  TT-1000     320  292  255  142     1030  25  20  1 กิโลกรัม

dripper fragile ดริปเปอร์เซรามิกลำปาง ทรงกรวย 02 | ปั้นและเผาที่ลำปาง ร่องเกลียวน้ำไหลสม่ำเสมอ
  DR-WHITE    390  355  310  185      480  20  24  สีขาว
  DR-BLACK    390  355  310  185      480  18  15  สีดำด้าน
  DR-CELADON  450  410  360  220      480   6  14  สีเขียวศิลาดล
paper-filter small กระดาษกรองทรงกรวย 100 แผ่น
  PF-01        90   80   68   39      110 120  80  เบอร์ 01 (1–2 แก้ว)
  PF-02       110   99   85   48      150 150  95  เบอร์ 02 (1–4 แก้ว)
server fragile เซิร์ฟเวอร์แก้วทนความร้อน
  SV-400      320  290  252  148      390  16  12  400 มล.
  SV-700      420  382  335  205      520  14   0  700 มล.
kettle large กาดริปคอห่านสเตนเลส
  KT-600S     690  635  560  365      620  10   8  600 มล. สีเงิน
  KT-600B     750  690  610  395      620   8   6  600 มล. สีดำ
  KT-1000S    850  780  690  455      780   5   4  1 ลิตร สีเงิน
hand-grinder large เครื่องบดกาแฟมือหมุน เฟืองสเตนเลส 38 มม.
  HG-STEEL   1490 1380 1230  880      690   7   5  สีเงิน
  HG-BLACK   1490 1380 1230  880      690   9   3  สีดำ
  HG-WOOD    1690 1560 1390  990      720   2   0  ด้ามไม้สัก
french-press fragile เฟรนช์เพรส
  FP-350      450  410  360  220      560  12  10  350 มล.
  FP-600      550  500  440  275      740  10   9  600 มล.
  FP-1000     690  630  555  350      980   0   6  1 ลิตร
moka-pot large หม้อต้มกาแฟ Moka Pot
  MK-3        590  540  478  310      520  11   7  3 ถ้วย
  MK-6        790  725  640  425      780   6   5  6 ถ้วย
scale large ตาชั่งดิจิทัลจับเวลา ละเอียด 0.1 กรัม
  SC-2000     890  820  730  520      540  13   9
phin small ถ้วยดริปเวียดนาม Cà Phê Phin
  PH-120      150  135  117   64      140  30  16  120 มล.
  PH-180      180  163  142   80      180  22  12  180 มล.
tea-sock small ถุงชงชาผ้าดิบ ด้ามไม้
  TS-S         45   40   34   15       60  65  40  เล็ก 3.5 นิ้ว
  TS-M         55   49   42   19       80  70  44  กลาง 4.5 นิ้ว
  TS-L         65   58   50   24      100  35  20  ใหญ่ 5.5 นิ้ว
bean-canister large โถเก็บเมล็ดกาแฟ วาล์วทางเดียว
  CN-500      590  540  475  310      610   9   7  500 กรัม
  CN-1000     790  725  640  420      890   4   5  1 กิโลกรัม
chasen small แปรงตีมัทฉะไม้ไผ่ (ฉะเซ็น)
  CS-100      350  320  280  175       60  12   6

celadon-cup fragile แก้วกาแฟศิลาดลสันกำแพง 200 มล. | งานมือ ลายและสีต่างกันเล็กน้อยทุกใบ
  CC-GREEN    290  262  228  132      340  15  30  เขียวหยก
  CC-BLUE     290  262  228  132      340  12  26  น้ำเงินคราม
  CC-BROWN    290  262  228  132      340   0  18  น้ำตาลไหม้
  CC-CREAM    290  262  228  132      340   8  20  ครีม
tumbler large แก้วเก็บความเย็น 20 ออนซ์ ลายดอยสุเทพ
  TB-WHITE    490  450  395  255      430  22  18  ขาว
  TB-BLACK    490  450  395  255      430  25  20  ดำ
  TB-GREEN    490  450  395  255      430  14  12  เขียวมอส
  TB-PINK     490  450  395  255      430  10   0  ชมพูซากุระ
  TB-NAVY     490  450  395  255      430   0   0  กรมท่า
coffee-honey fragile น้ำผึ้งดอกกาแฟ ดอยวาวี
  CH-250      180  165  145   88      420  26  34  250 กรัม
  CH-500      330  302  265  165      760  14  20  500 กรัม
syrup fragile ไซรัปสำหรับชงกาแฟ 750 มล.
  SY-VANILLA  260  238  210  138     1280  18  10  วานิลลา
  SY-CARAMEL  260  238  210  138     1280  20  12  คาราเมล
  SY-HAZEL    280  256  226  148     1280   9   6  Crème de Noisette
butter-cookie small คุกกี้เนยสดไส้ Crème Café | อบสดทุกสัปดาห์ เก็บได้ 45 วัน
  BC-TIN      220  200  175  104      380  20  28
macadamia small แมคคาเดเมียอบ ดอยตุง 150 กรัม
  MN-SALT     195  180  160  110      165  40  32  เกลือทะเล
  MN-HONEY    210  193  172  118      165  28  24  น้ำผึ้ง
  MN-COFFEE   210  193  172  118      165  15  22  กาแฟ
indigo-tote small ถุงผ้าฝ้ายย้อมคราม แม่แจ่ม
  IT-S        190  170  148   85      140  16  22  เล็ก
  IT-L        290  262  228  135      220  12  18  ใหญ่
tshirt small เสื้อยืด “หมอกเช้า” ผ้าคอตตอน
  TSH-S       350  320  282  165      170   8  10  S
  TSH-M       350  320  282  165      190  14  16  M
  TSH-L       350  320  282  165      210  15  14  L
  TSH-XL      350  320  282  165      230   9   8  XL
  TSH-2XL     380  348  306  182      250   0   4  2XL
gift-set large ชุดของขวัญ กาแฟ ชา และแก้วศิลาดล | กล่องกระดาษสา เขียนการ์ดให้ฟรี
  GS-CLASSIC  790  725  640  425     1150   8  15  คลาสสิก
  GS-PREMIUM 1490 1370 1210  830     1900   3   8  พรีเมียม
`;

const rate = (shipping_type: string, first: string, each_more: string) => ({ shipping_type, first, each_more });

const RATES: Record<string, ReturnType<typeof rate>[]> = {
  small: [rate('ems', '45', '10'), rate('flash', '35', '8'), rate('store_pickup', '0', '0')],
  fragile: [rate('flash', '60', '25'), rate('kex', '65', '25'), rate('store_pickup', '0', '0')],
  large: [rate('flash', '75', '35'), rate('jt', '70', '32.5'), rate('store_pickup', '0', '0')],
};

const picture = (name: string) => `https://img.example/${name}.jpg`;

function product(block: string) {
  const [head = '', ...rows] = block.trim().split(/\n +/);
  const [key = '', parcel = '', ...words] = head.split(' ');
  const [name = '', description] = words.join(' ').split(' | ');
  return {
    key,
    name,
    description,
    images: [{ url: picture(key), thumbnail_url: picture(`${key}-t`), tiny_url: picture(`${key}-s`) }],
    shipping_rates: RATES[parcel],
    variants: rows.map(variant),
  };
}

function variant(row: string) {
  const [sku = '', retail, vip, wholesale, cost, grams, bkk, cnx, ...name] = row.split(/ +/);
  const key = sku.toLowerCase();
  return {
    key,
    name: name.join(' '),
    sku,
    image_url: picture(key),
    prices: { retail, vip, wholesale },
    cost,
    weight: Number(grams),
    stock: { bkk: Number(bkk), cnx: Number(cnx) },
  };
}

/** The store of `raan demo`, as a store file: a coffee roaster in Chiang Mai that also ships from Bangkok. */
export const DEMO_STORE = {
  stores: [
    {
      key: 'demo',
      name: 'หมอกเช้า กาแฟและชา',
      price_tiers: [
        { key: 'retail', name: 'ปลีก', default: true },
        { key: 'wholesale', name: 'ตัวแทน' },
        { key: 'vip', name: 'VIP' },
      ],
      warehouses: [
        { key: 'bkk', name: 'กรุงเทพ' },
        { key: 'cnx', name: 'เชียงใหม่' },
      ],
      addresses: [
        {
          key: 'roastery',
          is_primary: true,
          name: 'หมอกเช้า กาแฟและชา',
          telephone: '053000123',
          address1: '19/4 ซ.นิมมานเหมินท์ 11 ถ.นิมมานเหมินท์',
          sub_district: 'สุเทพ',
          district: 'เมืองเชียงใหม่',
          province: 'เชียงใหม่',
          postal_code: 50200,
          email: 'hello@mokchao.example',
        },
        {
          key: 'bangkok',
          name: 'หมอกเช้า (คลังกรุงเทพ)',
          telephone: '020000123',
          address1: '88/9 ซ.อารีย์ 1 ถ.พหลโยธิน',
          sub_district: 'สามเสนใน',
          district: 'พญาไท',
          province: 'กรุงเทพมหานคร',
          postal_code: 10400,
        },
      ],
      products: GOODS.trim()
        .split(/\n(?=\S)/)
        .map(product),
      channels: [
        {
          key: 'page',
          name: 'Sale page',
          price_tier: 'retail',
          app: 'bot',
          permissions: ['orders.create', 'orders.read', 'addresses.read'],
        },
        { key: 'wholesale', name: 'ตัวแทน', price_tier: 'wholesale', permissions: ['orders.create', 'orders.read'] },
      ],
      apps: [{ key: 'bot', name: 'Chat bot', url: '', events: { stock_available_updated: true } }],
    },
  ],
} satisfies StoreFileInput;
