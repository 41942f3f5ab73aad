import { Post } from '../../forms/inputs.tsx';
import { LinesCard } from './line-fields.tsx';
import type { Entry } from './order-entry.ts';
import { texts } from './order-entry-texts.ts';
import { RecipientCard } from './recipient-fields.tsx';
import { EditedShippingCard, MoneyCard, NotesCard, ShippingCard } from './shipping-payment-fields.tsx';
import { TotalsCard } from './totals-card.tsx';

/** The order form. Its first button handles Enter in every field, so that Enter never saves. */
export const EntryForm = ({ entry }: { entry: Entry }) => (
  <div id="order-entry">
    <Post action={entry.action} form={entry.form}>
      <button type="submit" class="visually-hidden" name="step" value="next" tabindex={-1}>
        {texts(entry.context.language).recalculate}
      </button>
      {['form_key', 'seen'].map((name) => {
        const value = entry.draft[name]?.[0];
        return value === undefined ? null : <input type="hidden" name={name} value={value} />;
      })}
      <div class="with-side">
        <div>
          <LinesCard entry={entry} />
          <RecipientCard entry={entry} />
          {entry.order ? <EditedShippingCard entry={entry} /> : <ShippingCard entry={entry} />}
          <MoneyCard entry={entry} />
          <NotesCard entry={entry} />
        </div>
        <TotalsCard entry={entry} />
      </div>
    </Post>
  </div>
);
