import { channelNames } from '../../../domain/channels/channels.ts';
import { salesChannels, shippingTypes } from '../../../domain/orders/codes.ts';
import { CheckField, DayField, type Option, SelectField, Submit, TextField } from '../../forms/inputs.tsx';
import { Icon } from '../../page/icons.tsx';
import { ButtonLink } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import type { Visit } from '../../visit.ts';
import { courierLabel, salesChannelName } from '../state-names.ts';
import { type Asked, inAddress } from './asked.ts';
import { texts } from './texts.ts';

/** One box for whatever an order is known by, and the filters behind a word. */
export const Search = ({ visit, asked }: { visit: Visit; asked: Asked }) => {
  const t = texts(visit.language);
  const { tab, search } = asked.query;
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
          <Submit class="secondary outline">
            <Icon name="search" /> {words(visit.language).search}
          </Submit>
        </div>
        <details open={asked.filters > 0}>
          <summary>{asked.filters > 0 ? t.filtersOn(asked.filters) : t.filters}</summary>
          <Filters visit={visit} asked={asked} />
        </details>
      </form>
    </search>
  );
};

const Filters = ({ visit, asked }: { visit: Visit; asked: Asked }) => {
  const t = texts(visit.language);
  const { tab } = asked.query;
  const { values } = visit.ctx.config;
  const chosen = (name: string) => ({ name, value: inAddress(visit, name), empty: t.any });
  const channels = salesChannels(values).map((code) => ({
    value: code,
    label: salesChannelName(code, visit.language),
  }));
  const couriers = shippingTypes(values).map((code) => ({ value: code, label: courierLabel(code, visit.language) }));
  return (
    <div class="fields">
      <DayField name="from" label={t.from} value={inAddress(visit, 'from')} />
      <DayField name="to" label={t.to} value={inAddress(visit, 'to')} />
      <SelectField {...chosen('channel')} label={t.channel} options={channels} />
      <SelectField {...chosen('partner')} label={t.partner} options={origins(visit)} />
      <SelectField {...chosen('courier')} label={t.courier} options={couriers} />
      <SelectField {...chosen('cod')} label={t.cod} options={yesNo(t.codYes, t.codNo)} />
      <SelectField {...chosen('paid')} label={t.paid} options={yesNo(t.paidYes, t.paidNo)} />
      <SelectField {...chosen('number')} label={t.number} options={yesNo(t.numberYes, t.numberNo)} />
      <CheckField name="late" value="yes" checked={inAddress(visit, 'late') !== ''} label={t.late} />
      <CheckField name="to_take_in" value="yes" checked={inAddress(visit, 'to_take_in') !== ''} label={t.to_take_in} />
      <div class="actions">
        <Submit class="secondary outline">{t.apply}</Submit>
        {asked.filters > 0 && (
          <ButtonLink href={tab === 'all' ? '/office/orders' : `/office/orders?tab=${tab}`}>{t.clearAll}</ButtonLink>
        )}
      </div>
    </div>
  );
};

const yesNo = (yes: string, no: string): Option[] => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];

const origins = (visit: Visit): Option[] => [
  { value: 'store', label: texts(visit.language).byStore },
  ...channelNames(visit.ctx.db, visit.store.id).map(({ id, name }) => ({ value: String(id), label: name })),
];
