import { changeSettings } from '../../../domain/store-settings.ts';
import { fields, flag } from '../../forms/fields.ts';
import { CheckField, Post, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { postForm, type Screen } from '../../screen.ts';
import { paymentSettingTexts } from './payment-setting-texts.ts';

const PATH = '/settings/payments';

/** The card, for links to it. */
export const COD_SETTING = `${PATH}#cod`;

const codForm = fields({ cod_counts_as_ready: flag });

export const codScreens = (page: (context: StoreContext) => Page): readonly Screen[] => [
  postForm(`${PATH}/cod`, 'settings', {
    schema: codForm,
    page,
    submit: async (context, input) => {
      const change = { codCountsAsReady: input.cod_counts_as_ready };
      await context.write((tx) => changeSettings(tx, context.store.id, change, context.act()));
      return context.redirect(PATH, commonTexts(context.language).saved);
    },
  }),
];

export function CodCard({ context }: { context: StoreContext }) {
  const t = paymentSettingTexts(context.language);
  return (
    <section class="card form-only" id="cod">
      <h2>{t.cod}</h2>
      <Post action={`${PATH}/cod`}>
        <CheckField
          name="cod_counts_as_ready"
          label={t.codCountsAsReady}
          hint={t.codCountsAsReadyHint}
          checked={context.store.codCountsAsReady}
        />
        <Submit label={commonTexts(context.language).save} />
      </Post>
    </section>
  );
}
