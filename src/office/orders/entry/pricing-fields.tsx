import { priceTiers } from '../../../domain/catalogue/price-tiers.ts';
import { idText } from '../../../lib/ids.ts';
import { SelectField } from '../../forms/inputs.tsx';
import { salesChannelOptions } from '../sales-channel-options.ts';
import { type Entry, OF_TIER, partialUpdate, TIER_FIELD } from './order-draft.ts';
import { orderEntryTexts } from './order-entry-texts.ts';
import { removedChannelHint } from './removed-codes.ts';

/** Where the order comes from, and for a new order of a store with several price tiers, whose prices it has. */
export const PricingFields = ({ entry }: { entry: Entry }) => (
  <div class="fields pairs">
    {!entry.order && <TierField entry={entry} />}
    <ChannelField entry={entry} />
  </div>
);

/** A change updates the prices of the lines, the search and the totals; without JavaScript, a button does. */
function TierField({ entry }: { entry: Entry }) {
  const { context, draft } = entry;
  const t = orderEntryTexts(context.language);
  const tiers = priceTiers(context.db, context.store.id);
  if (tiers.length < 2) return null;
  const first = tiers.find(({ isDefault }) => isDefault) ?? tiers[0];
  const others = tiers.filter((tier) => tier !== first).map(({ id, name }) => ({ value: idText(id), label: name }));
  return (
    <div id={TIER_FIELD}>
      <input type="hidden" name="filled_tier" value={draft.filled_tier?.[0] ?? ''} />
      <SelectField
        name="tier"
        label={t.priceTier}
        options={others}
        empty={first?.name ?? ''}
        {...partialUpdate(entry, { step: 'count', target: 'order-lines', also: OF_TIER })}
      />
      <p class="unscripted">
        <button type="submit" class="secondary outline small" name="step" value="count">
          {t.applyTier}
        </button>
      </p>
    </div>
  );
}

/** An edited order may keep a sales channel that the config no longer has. */
function ChannelField({ entry: { context, order, draft, form } }: { entry: Entry }) {
  const t = orderEntryTexts(context.language);
  const options = salesChannelOptions(context, order ? order.salesChannel : draft.channel?.[0]);
  const isExplained = order !== undefined || form.errorOf('channel') !== undefined;
  const hint = isExplained ? undefined : removedChannelHint(context, draft);
  return <SelectField name="channel" label={t.salesChannel} options={options} empty={t.notSpecified} hint={hint} />;
}
