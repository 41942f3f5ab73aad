import { channelNames } from '../../../domain/channels/channels.ts';
import { RETURN_STATES } from '../../../domain/orders/list/returns.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { orderTagsOfStore } from '../../../domain/orders/order-tags.ts';
import { VIEW_PARAMETERS } from '../../../domain/saved-views.ts';
import { courierName } from '../../../lib/courier-names.ts';
import { fieldDay, parseTypedDay } from '../../../lib/typed-dates.ts';
import { codeOptions } from '../../forms/code-options.ts';
import { DayField } from '../../forms/date-fields.tsx';
import { CheckField, type Option, SelectField } from '../../forms/inputs.tsx';
import { type ActiveFilter, ListFilters } from '../../page/list-filters.tsx';
import type { StoreContext } from '../../request-context.ts';
import { SaveView } from '../../views/saved-views.tsx';
import { returnStateName } from '../order-labels.ts';
import { salesChannelOptions } from '../sales-channel-options.ts';
import { type OrderListQuery, queryParam } from './order-list-query.ts';
import { orderListTexts } from './order-list-texts.ts';

interface Props {
  context: StoreContext;
  listQuery: OrderListQuery;
}

/** The search field, the filters, and a form that saves them as a view. */
export const OrderFilters = ({ context, listQuery }: Props) => {
  const t = orderListTexts(context.language);
  const { tab, search } = listQuery.query;
  return (
    <ListFilters
      action="/orders"
      search={{
        label: t.searchLabel,
        placeholder: context.may('customer_data') ? t.searchHint : t.searchHintWithoutPersons,
        value: search,
      }}
      scans
      kept={{ tab: tab === 'all' ? undefined : tab, sort: listQuery.sort && queryParam(context, 'sort') }}
      active={listQuery.filters === 0 ? [] : activeFilters(context)}
      beside={<SaveView context={context} list="orders" />}
    >
      <FilterFields context={context} />
    </ListFilters>
  );
};

const FilterFields = ({ context }: { context: StoreContext }) => {
  const t = orderListTexts(context.language);
  const filterProps = (name: string) => ({ name, value: queryParam(context, name), empty: t.any });
  return (
    <>
      <DayField name="from" label={t.from} value={queryParam(context, 'from')} />
      <DayField name="to" label={t.to} value={queryParam(context, 'to')} />
      <SelectField {...filterProps('channel')} label={t.channel} options={channelOptions(context)} />
      <SelectField {...filterProps('partner')} label={t.partner} options={partnerOptions(context)} />
      <SelectField {...filterProps('courier')} label={t.courier} options={courierOptions(context)} />
      <SelectField {...filterProps('cod')} label={t.cod} options={yesNo(t.codYes, t.codNo)} />
      <SelectField {...filterProps('paid')} label={t.paid} options={paidOptions(context)} />
      <SelectField {...filterProps('number')} label={t.number} options={yesNo(t.numberYes, t.numberNo)} />
      <SelectField {...filterProps('returns')} label={t.returns} options={returnOptions(context)} />
      <TagFilter context={context} />
      <div class="actions">
        <CheckField name="late" value="yes" label={t.late} checked={queryParam(context, 'late') !== ''} />
      </div>
    </>
  );
};

function TagFilter({ context }: { context: StoreContext }) {
  const t = orderListTexts(context.language);
  const tags = orderTagsOfStore(context.db, context.store.id);
  const value = queryParam(context, 'tag');
  if (tags.length === 0 && value === '') return null;
  return <SelectField name="tag" value={value} empty={t.any} label={t.tag} options={codeOptions(tags, value)} />;
}

const channelOptions = (context: StoreContext): Option[] =>
  salesChannelOptions(context, queryParam(context, 'channel'));

const courierOptions = (context: StoreContext): Option[] =>
  codeOptions(shippingTypes(context.app.config.values), queryParam(context, 'courier'), (code) =>
    courierName(code, context.language),
  );

const yesNo = (yes: string, no: string): Option[] => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];

const paidOptions = ({ language }: StoreContext): Option[] => {
  const t = orderListTexts(language);
  return [
    ...yesNo(t.paidYes, t.paidNo),
    { value: 'overpaid', label: t.overpaid },
    { value: 'short', label: t.short },
    { value: 'returned', label: t.returnedUnrefunded },
  ];
};

const returnOptions = ({ language }: StoreContext): Option[] =>
  RETURN_STATES.map((value) => ({ value, label: returnStateName(value, language) }));

const partnerOptions = (context: StoreContext): Option[] => [
  { value: 'store', label: orderListTexts(context.language).byStore },
  ...channelNames(context.db, context.store.id).map(({ id, name }) => ({ value: String(id), label: name })),
];

function activeFilters(context: StoreContext): ActiveFilter[] {
  const t = orderListTexts(context.language);
  const options: Record<string, readonly Option[]> = {
    channel: channelOptions(context),
    partner: partnerOptions(context),
    courier: courierOptions(context),
    cod: yesNo(t.codYes, t.codNo),
    paid: paidOptions(context),
    number: yesNo(t.numberYes, t.numberNo),
    returns: returnOptions(context),
  };
  return FILTERS.flatMap((name): ActiveFilter[] => {
    const value = queryParam(context, name);
    if (value === '') return [];
    if (name === 'late') return [{ name, text: t.late }];
    const shown = name === 'from' || name === 'to' ? dayText(context, value) : value;
    return [{ name, text: `${t[name]}: ${options[name]?.find((option) => option.value === value)?.label ?? shown}` }];
  });
}

function dayText({ language }: StoreContext, typed: string): string {
  const time = parseTypedDay(typed);
  return time === undefined ? typed : fieldDay(time, language);
}

const FILTERS = VIEW_PARAMETERS.orders.filter((name) => name !== 'tab' && name !== 'sort');
