import { customerTagsOfStore } from '../../domain/orders/customers/customer-list.ts';
import type { Language } from '../../lib/messages/catalogue.ts';
import { sortedByName } from '../../lib/name-order.ts';
import { count, money, typedBaht } from '../../lib/number-format.ts';
import { PROVINCES } from '../../lib/thai-address/provinces.ts';
import { AmountField, type Option, SelectField } from '../forms/inputs.tsx';
import { activeFilter, ListFilters } from '../page/list-filters.tsx';
import type { StoreContext } from '../request-context.ts';
import { type CustomerListQuery, LAST_ORDERS } from './customer-list-query.ts';
import { customersTexts } from './customers-texts.ts';

interface Props {
  context: StoreContext;
  query: CustomerListQuery;
}

/** The search field, filters and order of the list of customers. */
export function CustomerFilters({ context, query }: Props) {
  const t = customersTexts(context.language);
  const { q, tag, lastOrder, filter } = query;
  const nameOf = (options: readonly Option[], code: string | undefined) =>
    options.find(({ value }) => value === code)?.label;
  return (
    <ListFilters
      action="/customers"
      search={{ label: t.search, placeholder: t.search, value: q }}
      active={[
        ...activeFilter('tag', t.tag, tag),
        ...activeFilter('province', t.province, nameOf(provinceOptions(context.language), filter.province)),
        ...activeFilter('min_spending', t.minSpending, filter.minSpending && money(filter.minSpending)),
        ...activeFilter('last_order', t.lastOrder, nameOf(lastOrderOptions(context.language), lastOrder)),
      ]}
    >
      <FilterFields context={context} query={query} />
    </ListFilters>
  );
}

function FilterFields({ context, query: { tag, lastOrder, filter, sort } }: Props) {
  const t = customersTexts(context.language);
  const { language, db, store } = context;
  const tags = customerTagsOfStore(db, store.id).map((value) => ({ value, label: value }));
  const { province, minSpending } = filter;
  return (
    <>
      {tags.length > 0 && <SelectField name="tag" label={t.tag} value={tag} empty={t.anyTag} options={tags} />}
      <SelectField
        {...{ name: 'province', label: t.province, value: province, empty: t.anyProvince }}
        options={provinceOptions(language)}
      />
      {context.may('money') && (
        <AmountField name="min_spending" label={t.minSpending} value={minSpending && typedBaht(minSpending)} />
      )}
      <SelectField
        {...{ name: 'last_order', label: t.lastOrder, value: lastOrder, empty: t.anyTime }}
        options={lastOrderOptions(language)}
      />
      <SelectField
        {...{ name: 'sort', label: t.sort, value: sort.descending ? `-${sort.key}` : sort.key }}
        options={sortOptions(context)}
      />
    </>
  );
}

function lastOrderOptions(language: Language): Option[] {
  const t = customersTexts(language);
  return LAST_ORDERS.map((value) => {
    const days = count(Math.abs(Number(value)));
    return { value, label: value.startsWith('-') ? t.notOrderedFor(days) : t.orderedWithin(days) };
  });
}

function sortOptions(context: StoreContext): Option[] {
  const t = customersTexts(context.language);
  const byLastOrder = [
    { value: '-last_order', label: t.byLastOrder },
    { value: 'last_order', label: t.byOldestOrder },
  ];
  const bySpending = [
    { value: '-spending', label: t.bySpending },
    { value: 'spending', label: t.byLeastSpending },
  ];
  return context.may('money') ? [...byLastOrder, ...bySpending] : byLastOrder;
}

/** In alphabetical order. */
const provinceOptions = (language: Language): Option[] =>
  sortedByName(
    PROVINCES.map(({ name, latin }) => ({ value: name, label: language === 'th' ? name : latin })),
    ({ label }) => label,
  );
