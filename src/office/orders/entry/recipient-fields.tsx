import { codHistory } from '../../../domain/orders/customers/cod-history.ts';
import { type EarlierRecipient, recipientsWithTelephone } from '../../../domain/orders/customers/earlier-orders.ts';
import { idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { telephoneKey } from '../../../lib/telephone.ts';
import { isCodeOf, provinceOf } from '../../../lib/thai-address/provinces.ts';
import { SelectField, TextAreaField, TextField } from '../../forms/inputs.tsx';
import { Tag, Time } from '../../page/components.tsx';
import type { StoreProps } from '../../request-context.ts';
import { CodHistoryText } from '../cod-history.tsx';
import { type Entry, isUsed, partialUpdate } from './order-draft.ts';
import { orderEntryTexts } from './order-entry-texts.ts';

/** The recipient: pasted as one block, found by phone number, or typed. */
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
        {...partialUpdate(entry, { step: 'split', target: 'recipient-fields', trigger: 'input changed delay:500ms' })}
      />
      <p class="unscripted">
        <button
          type="submit"
          class="secondary outline small"
          name="step"
          value="split"
          {...partialUpdate(entry, { target: 'recipient-fields' })}
        >
          {t.split}
        </button>
      </p>
      <RecipientFields entry={entry} />
    </section>
  );
}

function RecipientFields({ entry }: { entry: Entry }) {
  const { context } = entry;
  const t = orderEntryTexts(context.language);
  return (
    <div id="recipient-fields">
      <div class="fields">
        <TextField name="name" label={t.name} required />
        <TextField
          name="telephone"
          label={t.telephone}
          type="tel"
          {...partialUpdate(entry, { step: 'look', target: 'customers', trigger: 'input changed delay:400ms' })}
        />
      </div>
      <Customers entry={entry} />
      <TextField name="address1" label={t.address1} />
      <div class="fields pairs">
        <TextField name="sub_district" label={t.subDistrict} />
        <TextField name="district" label={t.district} />
        <div id="recipient-province">
          <TextField name="province" label={t.province} />
        </div>
        <TextField
          name="postal_code"
          label={t.postalCode}
          inputmode="numeric"
          hint={postalHint(entry)}
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
        <TextField name="legal_entity_id" label={t.taxId} inputmode="numeric" />
        <SelectField
          name="branch_type"
          label={t.branch}
          empty={t.notSpecified}
          options={[
            { value: 'h', label: t.headOffice },
            { value: 'b', label: t.branchOffice },
          ]}
        />
        <TextField name="branch_number" label={t.branchNumber} />
      </div>
      <input type="hidden" name="legal_entity_type" value={form.typed('legal_entity_type') ?? ''} />
    </details>
  );
}

const MAX_CUSTOMERS = 5;

/** An edited order already has its customer, so no customers are suggested until the form is submitted once. */
const isUnsubmittedEdit = ({ order, draft }: Entry): boolean => order !== undefined && draft.step === undefined;

/** Earlier customers with the phone number in the form. */
function Customers({ entry }: { entry: Entry }) {
  const { context, draft, order } = entry;
  const telephone = draft.telephone?.[0] ?? '';
  const isNumber = telephoneKey(telephone) !== null && !isUnsubmittedEdit(entry);
  const customers = isNumber ? recipientsWithTelephone(context.db, context.store.id, telephone) : [];
  const t = orderEntryTexts(context.language);
  return (
    <div id="customers" aria-live="polite">
      <p class="unscripted">
        <button type="submit" class="secondary outline small" name="step" value="customer">
          {t.findCustomer}
        </button>
      </p>
      {isNumber && <CodHistoryText history={codHistory(context.db, context.store.id, telephone, order?.id)} />}
      {customers.length > 0 && (
        <>
          <p class="customers-title">{t.customers}</p>
          <ul class="customers">
            {customers.slice(0, MAX_CUSTOMERS).map((customer) => (
              <CustomerRow entry={entry} customer={customer} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function CustomerRow({ entry, customer }: { entry: Entry; customer: EarlierRecipient }) {
  const { context } = entry;
  const { address } = customer;
  const t = orderEntryTexts(context.language);
  return (
    <li>
      <span>
        <strong>{address.name}</strong>
        <span class="break">{addressLine(customer)}</span>
        <small>
          {t.ordersBefore(count(customer.orders))} · {t.lastOrder} <Time at={customer.lastOrderTime} ago />
        </small>
        <RefusedTag context={context} customer={customer} />
      </span>
      <button
        type="submit"
        class="secondary outline small"
        name="step"
        value={`use ${idText(address.id)}`}
        aria-label={t.useNamed(address.name)}
        {...partialUpdate(entry, { target: 'recipient-fields' })}
      >
        {t.useAddress}
      </button>
    </li>
  );
}

const RefusedTag = ({
  context,
  customer: { refusedParcels, codParcels },
}: StoreProps<{ customer: EarlierRecipient }>) =>
  refusedParcels === 0 ? null : (
    <Tag tone="bad">{orderEntryTexts(context.language).refusedBefore(count(refusedParcels), count(codParcels))}</Tag>
  );

const addressLine = ({ address }: EarlierRecipient): string =>
  [address.address1, address.address2, address.sub_district, address.district, address.province, address.postal_code]
    .filter((text) => text !== undefined && text !== '')
    .join(' ');
