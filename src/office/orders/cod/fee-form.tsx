import { correctFee } from '../../../domain/orders/payments/remittance-fee.ts';
import { existingRemittance, netAmount, type Remittance } from '../../../domain/orders/payments/remittance-rows.ts';
import { notFound } from '../../../lib/errors.ts';
import { satangMoney, typedBaht } from '../../../lib/number-format.ts';
import { fields, optionalAmount } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { AmountField, Post, Submit } from '../../forms/inputs.tsx';
import type { Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Facts, Heading } from '../../page/components.tsx';
import { dayText } from '../../page/format.ts';
import type { StoreContext, StoreProps } from '../../request-context.ts';
import { formScreens, type Screen } from '../../screen.ts';
import { codTexts } from './cod-texts.ts';

export const feeFields = { fee: optionalAmount, net: optionalAmount };

/** @param hint by default that one of the two is enough */
export function FeeFields({ context, fee, hint }: StoreProps<{ fee?: Remittance['fee']; hint?: string | undefined }>) {
  const t = codTexts(context.language);
  return (
    <>
      <AmountField
        name="fee"
        label={t.fee}
        hint={hint ?? t.feeHint}
        value={fee === null || fee === undefined ? '' : typedBaht(fee)}
      />
      <AmountField name="net" label={t.net} />
    </>
  );
}

/** The payout of the URL. @throws AppError not_found also if it is of another store */
export function remittanceOf(context: StoreContext): Remittance {
  const remittance = existingRemittance(context.db, context.id());
  if (remittance.storeId !== context.store.id) throw notFound('remittance_not_found', { remittance: remittance.id });
  return remittance;
}

export const remittancePath = ({ id }: Pick<Remittance, 'id'>): string => `/orders/cod/remittances/${id}`;

export const feeScreens: readonly Screen[] = formScreens('/orders/cod/remittances/:id/fee', 'money', {
  schema: fields(feeFields),
  page: feePage,
  submit: async (context, typed) => {
    const remittance = remittanceOf(context);
    await context.write((tx) => correctFee(tx, remittance.id, typed));
    return context.redirect(remittancePath(remittance), codTexts(context.language).feeSaved);
  },
});

function feePage(context: StoreContext, form: Form<unknown>): Page {
  const t = codTexts(context.language);
  const remittance = remittanceOf(context);
  const path = remittancePath(remittance);
  return {
    title: t.editFee,
    body: (
      <>
        <Heading title={t.editFee} back={{ href: `/office${path}`, label: t.remittance(String(remittance.id)) }} />
        <section class="card">
          <PayoutFacts context={context} remittance={remittance} />
        </section>
        <section class="card form-only">
          <Post action={`${path}/fee`} form={form}>
            <div class="fields">
              <FeeFields context={context} fee={remittance.fee} />
            </div>
            <Submit label={commonTexts(context.language).save} />
          </Post>
        </section>
      </>
    ),
  };
}

const PayoutFacts = ({ context: { language }, remittance }: StoreProps<{ remittance: Remittance }>) => {
  const t = codTexts(language);
  return (
    <Facts facts={[[t.received, dayText(remittance.receiveTime, language)], ...moneyFacts(remittance, language)]} />
  );
};

/** COD total, fee and net amount. */
export function moneyFacts(remittance: Remittance, language: StoreContext['language']) {
  const t = codTexts(language);
  const net = netAmount(remittance);
  return [
    [t.codTotal, satangMoney(remittance.amount)],
    [t.fee, remittance.fee === null ? undefined : satangMoney(remittance.fee)],
    [t.net, net === null ? undefined : <strong>{satangMoney(net)}</strong>],
  ] as const;
}
