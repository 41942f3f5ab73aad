import { MAX_HOLDER_LENGTH } from '../../../domain/bank-accounts.ts';
import { promptpayIdProblem, readPromptpayId } from '../../../domain/orders/payments/promptpay.ts';
import { changeSettings } from '../../../domain/store-settings.ts';
import { checked, fields, optionalText } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit, TextField } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { methodName } from '../../orders/order-labels.ts';
import { commonTexts } from '../../page/common-texts.ts';
import type { StoreContext } from '../../request-context.ts';
import { postForm, type Screen } from '../../screen.ts';
import { paymentSettingTexts } from './payment-setting-texts.ts';

const PATH = '/settings/payments';

export const promptpayFields = {
  promptpay_id: checked(optionalText(30), (id) => (readPromptpayId(id) ? undefined : promptpayIdProblem(id))),
  promptpay_name: optionalText(MAX_HOLDER_LENGTH),
};
const promptpayForm = fields(promptpayFields);

/**
 * Sensitive: the id decides where the money of the store goes.
 *
 * @param page shows the settings of payments with the form's errors
 */
export const promptpayScreens = (page: (context: StoreContext, form: Form<unknown>) => Page): readonly Screen[] => [
  postForm(`${PATH}/promptpay`, 'settings', {
    schema: promptpayForm,
    page,
    submit: async (context, { promptpay_id: promptpayId = null, promptpay_name: promptpayName = null }) => {
      const change = { promptpayId, promptpayName };
      await context.write((tx) => changeSettings(tx, context.store.id, change, context.act()));
      return context.redirect(PATH, commonTexts(context.language).saved);
    },
    sensitive: true,
  }),
];

export function PromptpayCard({ context, form }: { context: StoreContext; form: Form<unknown> | undefined }) {
  return (
    <section class="card form-only" id="promptpay">
      <h2>{methodName('promptpay', context.language)}</h2>
      <Post action={`${PATH}/promptpay`} form={form}>
        <PromptpayFields context={context} />
        <Submit label={commonTexts(context.language).save} />
      </Post>
    </section>
  );
}

export function PromptpayFields({ context, autofocus }: { context: StoreContext; autofocus?: boolean }) {
  const t = paymentSettingTexts(context.language);
  return (
    <>
      <TextField
        name="promptpay_id"
        label={t.promptpay}
        hint={t.promptpayHint}
        value={context.store.promptpayId}
        inputmode="numeric"
        autofocus={autofocus}
      />
      <TextField
        name="promptpay_name"
        label={t.promptpayName}
        hint={t.promptpayNameHint}
        value={context.store.promptpayName}
      />
    </>
  );
}
