import { findPlaces, type Place } from '../../lib/thai-address/sub-districts.ts';
import { bilingual } from '../bilingual.ts';
import type { OfficeResponse } from '../office-response.ts';
import { useRequest } from '../page/render-context.ts';
import type { AccountContext } from '../request-context.ts';
import { get, type Screen } from '../screen.ts';
import { fields, optionalText } from './fields.ts';

const texts = bilingual({ places: ['ตำบล/แขวงที่ตรงกัน', 'Matching sub-districts'] });

const PATH = '/places';
const RESULTS = 'places';
const MAX_RESULTS = 8;

/** Attributes of the fields from which an address is completed: the arrow keys move through the suggestions. */
export const placeField = { 'aria-controls': RESULTS, 'data-picks': '' };

const query = fields({
  sub_district: optionalText(100),
  district: optionalText(100),
  province: optionalText(100),
  postal_code: optionalText(10),
});

export const placeScreens: readonly Screen[] = [get(PATH, 'account', suggestPlaces)];

function suggestPlaces(context: AccountContext): OfficeResponse {
  if (!context.request.partial) return context.redirect('/');
  return { fragment: <PlaceSuggestions places={findPlaces(context.query(query), MAX_RESULTS)} /> };
}

const idOf = (name: keyof Place): string => `#field-${name}`;
const SOURCES: readonly (keyof Place)[] = ['sub_district', 'district', 'postal_code'];
const TYPED = SOURCES.map((name) => `input delay:250ms from:${idOf(name)}`).join(', ');

/**
 * Suggests sub-district, district, province and postal code while one of them is typed into the form around it; a chosen
 * suggestion fills all four fields. Render it after the district field.
 */
export function PlaceSuggestions({ places = [] }: { places?: readonly Place[] }) {
  return (
    <div
      id={RESULTS}
      aria-live="polite"
      hx-get={`/office${PATH}`}
      hx-trigger={TYPED}
      hx-include={[...SOURCES, 'province' as const].map(idOf).join(', ')}
      hx-sync="this:replace"
      hx-swap="outerHTML"
    >
      {places.length > 0 && (
        <ul class="places" aria-label={texts(useRequest().language).places}>
          {places.map((place, at) => (
            <li>
              <button type="button" class="quiet" id={`place-${at}`} data-fills={JSON.stringify(place)}>
                {placeText(place)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const placeText = ({ sub_district, district, province, postal_code }: Place): string =>
  province === 'กรุงเทพมหานคร'
    ? `แขวง${sub_district} เขต${district} ${province} ${postal_code}`
    : `ต.${sub_district} อ.${district} จ.${province} ${postal_code}`;
