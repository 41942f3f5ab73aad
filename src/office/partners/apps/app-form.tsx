import type * as v from 'valibot';
import type { App } from '../../../domain/webhooks/apps.ts';
import { fields, flag, optionalText, text } from '../../forms/fields.ts';
import { CheckField, TextField } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';
import { appTexts } from './app-texts.ts';

export const appForm = fields({ name: text(100), url: optionalText(2_000), stock_available_updated: flag });

/** The form's values as domain fields. */
export const appFields = (wanted: v.InferOutput<typeof appForm>) => ({
  name: wanted.name,
  url: wanted.url ?? '',
  stockAvailableUpdated: wanted.stock_available_updated,
});

export function AppInputs({ context, app }: { context: StoreContext; app?: App }) {
  const t = appTexts(context.language);
  return (
    <>
      <TextField name="name" label={t.name} hint={t.nameHint} value={app?.name} required />
      <TextField type="url" name="url" label={t.url} hint={t.urlHint} value={app?.url} />
      <CheckField
        name="stock_available_updated"
        checked={app?.stockAvailableUpdated ?? true}
        label={t.stockEvent}
        hint={t.stockEventHint}
      />
    </>
  );
}
