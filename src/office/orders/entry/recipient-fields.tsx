import { isCodeOf, provinceOf } from '../../../lib/thai-address/provinces.ts';
import { TaxFields } from '../../forms/address-inputs.tsx';
import { TextAreaField, TextField } from '../../forms/inputs.tsx';
import { PlaceSuggestions, placeField } from '../../forms/place-suggestions.tsx';
import { Customers, SUGGESTIONS } from './customer-suggestions.tsx';
import { AMOUNTS, COD_CHOICE, type Entry, isPasteWithoutAddress, isUsed, NOTES, partialUpdate } from './order-draft.ts';
import { orderEntryTexts } from './order-entry-texts.ts';

/** The recipient: pasted as one block, found by name or phone number, or typed. */
export function RecipientCard({ entry }: { entry: Entry }) {
  const t = orderEntryTexts(entry.context.language);
  return (
    <section class="card" aria-labelledby="recipient-title">
      <h2 id="recipient-title">{t.recipient}</h2>
      <TextAreaField
        name="paste"
        label={t.paste}
        hint={t.pasteHint}
        rows={3}
        maxlength={2000}
        {...partialUpdate(entry, { step: 'split', ...fromPaste(entry), trigger: 'input changed delay:500ms' })}
      />
      <p class="unscripted">
        <button
          type="submit"
          class="secondary outline small"
          name="step"
          value="split"
          {...partialUpdate(entry, fromPaste(entry))}
        >
          {t.split}
        </button>
      </p>
      <RecipientFields entry={entry} />
    </section>
  );
}

/** The shipping fee depends on the postal code; a pasted wish to pay on delivery also ticks COD of a new order, and remarks go to the note. */
const fromPaste = ({ order }: Entry) => ({
  target: 'recipient-fields',
  also: [NOTES, ...(order ? [] : [COD_CHOICE]), ...AMOUNTS],
});

function RecipientFields({ entry }: { entry: Entry }) {
  const { context } = entry;
  const t = orderEntryTexts(context.language);
  return (
    <div id="recipient-fields">
      {isPasteWithoutAddress(entry.draft) && (
        <p class="notice warn" role="alert">
          {t.nothingPasted}
        </p>
      )}
      <div class="fields">
        <TextField
          name="name"
          label={t.name}
          required
          autocomplete="off"
          aria-controls={SUGGESTIONS}
          data-picks
          {...partialUpdate(entry, { step: 'customer', target: SUGGESTIONS, trigger: 'input changed delay:400ms' })}
        />
        <TextField
          name="telephone"
          label={t.telephone}
          type="tel"
          {...partialUpdate(entry, { step: 'customer', target: SUGGESTIONS, trigger: 'input changed delay:400ms' })}
        />
      </div>
      <Customers entry={entry} />
      <TextField name="address1" label={t.address1} />
      <div class="fields pairs">
        <TextField name="sub_district" label={t.subDistrict} {...placeField} />
        <TextField name="district" label={t.district} {...placeField} />
        <PlaceSuggestions />
        <div id="recipient-province">
          <TextField name="province" label={t.province} />
        </div>
        <TextField
          name="postal_code"
          label={t.postalCode}
          inputmode="numeric"
          hint={postalHint(entry)}
          {...placeField}
          {...partialUpdate(entry, {
            step: 'look',
            target: 'recipient-province',
            trigger: 'input changed delay:300ms',
          })}
        />
      </div>
      <MoreFields entry={entry} />
    </div>
  );
}

/** Warns if the postal code looks like another province's. Not an error: a few codes at borders do. */
function postalHint({ draft, context }: Entry): string | undefined {
  const [code = '', name = ''] = [draft.postal_code?.[0]?.trim(), draft.province?.[0]?.trim()];
  const province = provinceOf(name);
  if (!/^\d{5}$/.test(code) || !province || isCodeOf(code, province)) return undefined;
  return orderEntryTexts(context.language).otherProvince(province.name);
}

const MORE = ['address2', 'address3', 'email', 'address_note', 'legal_entity_id', 'branch_type', 'branch_number'];

function MoreFields({ entry }: { entry: Entry }) {
  const { form, context } = entry;
  const t = orderEntryTexts(context.language);
  return (
    <details open={isUsed(entry, MORE)}>
      <summary>{t.moreAddress}</summary>
      <div class="fields">
        <TextField name="address2" label={t.address2} />
        <TextField name="address3" label={t.address3} />
        <TextField name="email" label={t.email} type="email" />
        <TextField name="address_note" label={t.addressNote} />
        <TaxFields language={context.language} />
      </div>
      <input type="hidden" name="legal_entity_type" value={form.typed('legal_entity_type') ?? ''} />
    </details>
  );
}
