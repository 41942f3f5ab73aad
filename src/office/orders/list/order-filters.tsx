import { channelNames } from '../../../domain/channels/channels.ts';
import { salesChannels, shippingTypes } from '../../../domain/orders/codes.ts';
import { courier as courierName } from '../../../lib/messages/terms.ts';
import { CheckField, DayField, type Option, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink } from '../../page/components.tsx';
import { Icon } from '../../page/icons.tsx';
import type { StoreContext } from '../../request-context.ts';
import { salesChannelName } from '../display-names.ts';
import { type OrderListQuery, queryParam } from './order-list-query.ts';
import { texts } from './order-list-texts.ts';

/** The search field and the folded filters. */
export const OrderSearch = ({ context, listQuery }: { context: StoreContext; listQuery: OrderListQuery }) => {
  const t = texts(context.language);
  const { tab, search } = listQuery.query;
  return (
    <search>
      <form method="get" action="/office/orders" class="search-orders">
        {tab !== 'all' && <input type="hidden" name="tab" value={tab} />}
        <div class="line">
          <TextField
            name="q"
            type="search"
            label={t.searchLabel}
            labelHidden
            value={search}
            placeholder={t.searchHint}
          />
          <Submit
            class="secondary outline"
            label={
              <>
                <Icon name="search" /> {commonTexts(context.language).search}
              </>
            }
          />
        </div>
        <details open={listQuery.filters > 0}>
          <summary>{listQuery.filters > 0 ? t.activeFilters(listQuery.filters) : t.filters}</summary>
          <Filters context={context} listQuery={listQuery} />
        </details>
      </form>
    </search>
  );
};

const Filters = ({ context, listQuery }: { context: StoreContext; listQuery: OrderListQuery }) => {
  const t = texts(context.language);
  const { tab } = listQuery.query;
  const { values } = context.app.config;
  const chosen = (name: string) => ({ name, value: queryParam(context, name), empty: t.any });
  const channels = salesChannels(values).map((code) => ({
    value: code,
    label: salesChannelName(code, context.language),
  }));
  const couriers = shippingTypes(values).map((code) => ({ value: code, label: courierName(code, context.language) }));
  return (
    <div class="fields">
      <DayField name="from" label={t.from} value={queryParam(context, 'from')} />
      <DayField name="to" label={t.to} value={queryParam(context, 'to')} />
      <SelectField {...chosen('channel')} label={t.channel} options={channels} />
      <SelectField {...chosen('partner')} label={t.partner} options={partnerOptions(context)} />
      <SelectField {...chosen('courier')} label={t.courier} options={couriers} />
      <SelectField {...chosen('cod')} label={t.cod} options={yesNo(t.codYes, t.codNo)} />
      <SelectField {...chosen('paid')} label={t.paid} options={yesNo(t.paidYes, t.paidNo)} />
      <SelectField {...chosen('number')} label={t.number} options={yesNo(t.numberYes, t.numberNo)} />
      <CheckField name="late" value="yes" checked={queryParam(context, 'late') !== ''} label={t.late} />
      <CheckField
        name="to_take_in"
        value="yes"
        checked={queryParam(context, 'to_take_in') !== ''}
        label={t.to_restock}
      />
      <div class="actions">
        <Submit class="secondary outline" label={t.apply} />
        {listQuery.filters > 0 && (
          <ButtonLink href={tab === 'all' ? '/office/orders' : `/office/orders?tab=${tab}`} label={t.clearAll} />
        )}
      </div>
    </div>
  );
};

const yesNo = (yes: string, no: string): Option[] => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];

const partnerOptions = (context: StoreContext): Option[] => [
  { value: 'store', label: texts(context.language).byStore },
  ...channelNames(context.db, context.store.id).map(({ id, name }) => ({ value: String(id), label: name })),
];
