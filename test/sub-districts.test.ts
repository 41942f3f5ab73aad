import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPlaces } from '../src/lib/thai-address/sub-districts.ts';
import { signedIn } from './office.ts';
import { openShop } from './support.ts';

const SUTHEP = { sub_district: 'สุเทพ', district: 'เมืองเชียงใหม่', province: 'เชียงใหม่', postal_code: '50200' };

test('sub-district, district or postal code finds places, with or without the prefix of a name', () => {
  assert.deepEqual(findPlaces({ sub_district: 'สุเทพ' }, 8), [SUTHEP]);
  assert.deepEqual(findPlaces({ sub_district: 'ต.สุเทพ', province: 'จ.เชียงใหม่' }, 8), [SUTHEP]);
  assert.deepEqual(
    findPlaces({ postal_code: '๕๐๒๐๐' }, 8).map(({ sub_district }) => sub_district),
    ['พระสิงห์', 'ศรีภูมิ', 'สุเทพ'],
  );
  const silom = findPlaces({ district: 'เขตบางรัก' }, 8).find(({ sub_district }) => sub_district === 'สีลม');
  assert.deepEqual([silom?.province, silom?.postal_code], ['กรุงเทพมหานคร', '10500']);
});

test('a name in many provinces is narrowed by the other fields, an exact name comes first', () => {
  assert.equal(findPlaces({ sub_district: 'ในเมือง' }, 8).length, 8);
  const [first] = findPlaces({ sub_district: 'ในเมือง', postal_code: '40000' }, 8);
  assert.equal(first?.province, 'ขอนแก่น');
  const named = findPlaces({ sub_district: 'ช้างเผือก' }, 8).map(({ sub_district }) => sub_district);
  assert.deepEqual([...new Set(named)], ['ช้างเผือก']);
});

test('a corrected sub-district is found although the other fields are of another; a complete address finds nothing', () => {
  assert.deepEqual(findPlaces({ ...SUTHEP, district: 'บางรัก', postal_code: '10500' }, 8), [SUTHEP]);
  assert.deepEqual(findPlaces(SUTHEP, 8), []);
  for (const text of ['', 'ส', '"', '","', 'ไม่มีที่นี่']) assert.deepEqual(findPlaces({ sub_district: text }, 8), [], text);
});

test('every account may search for places, and a suggestion fills four fields', async () => {
  const shop = await openShop();
  const browser = await signedIn(shop, { language: 'en' });
  const partial = { 'HX-Request': 'true' };
  const { html } = await browser.open('/places?sub_district=สุเทพ', partial);
  assert.match(html, /ต\.สุเทพ อ\.เมืองเชียงใหม่ จ\.เชียงใหม่ 50200<\/button>/);
  assert.match(html, /data-fills="{&quot;sub_district&quot;:&quot;สุเทพ&quot;/);
  const bangkok = await browser.open('/places?postal_code=10500', partial);
  assert.match(bangkok.html, /แขวงสีลม เขตบางรัก กรุงเทพมหานคร 10500/);
  assert.equal(bangkok.html.match(/<button/g)?.length, 5);
});
