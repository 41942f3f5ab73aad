import type { Child } from 'hono/jsx';
import { withBackupSettings } from '../../domain/backups/settings.ts';
import { bankAccounts } from '../../domain/bank-accounts.ts';
import { hasProducts } from '../../domain/catalogue/variant-search.ts';
import { listChannels } from '../../domain/channels/channels.ts';
import { listCouriers } from '../../domain/couriers/couriers.ts';
import { ButtonLink, Tag } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { todayTexts } from './today-texts.ts';

/** First steps of a store without orders. The card goes with the first order, which is the last step. */
export function GettingStarted({ context }: { context: StoreContext }) {
  const t = todayTexts(context.language);
  const isStocked = hasProducts(context.db, context.store.id);
  return (
    <section class="card start" aria-labelledby="start">
      <h2 id="start">{t.startTitle}</h2>
      <ol>
        <Step title={t.startProducts} hint={t.startProductsHint} done={isStocked && t.done}>
          <ButtonLink href="/office/products/new" icon="plus" main label={t.startProducts} />
          <ButtonLink href="/office/products/import" label={t.importProducts} />
        </Step>
        <SettingsSteps context={context} />
        <Step title={t.startOrder} hint={t.startOrderHint} done={false}>
          <ButtonLink href="/office/orders/new" icon="plus" main={isStocked} label={t.newOrder} />
        </Step>
      </ol>
    </section>
  );
}

/** The steps that only owners and managers can do. */
function SettingsSteps({ context }: { context: StoreContext }) {
  const t = todayTexts(context.language);
  const { db, store } = context;
  const isPayable = store.promptpayId !== null || bankAccounts(db, store.id).length > 0;
  const hasCourier = listCouriers(db, store.id).length > 0;
  const isConnected = listChannels(db, store.id).length > 0;
  const hasBackups = withBackupSettings(context.app).config.backup.folder !== '';
  return (
    <>
      {context.mayOpen('/settings/payments') && (
        <Step title={t.startPayments} hint={t.startPaymentsHint} done={isPayable && t.done}>
          <ButtonLink href="/office/settings/store#field-promptpay_id" label={t.setPromptpay} />
          <ButtonLink href="/office/settings/payments" label={t.addBankAccount} />
        </Step>
      )}
      {context.mayOpen('/settings/couriers') && (
        <Step title={t.startCourier} hint={t.startCourierHint} done={hasCourier && t.done}>
          <ButtonLink href="/office/settings/couriers" label={t.openCouriers} />
        </Step>
      )}
      {context.mayOpen('/partners') && (
        <Step title={t.startPartner} hint={t.startPartnerHint} done={isConnected && t.done}>
          <ButtonLink href="/office/partners" label={t.openPartners} />
        </Step>
      )}
      {context.mayOpen('/settings/backups') && (
        <Step title={t.startBackups} hint={t.startBackupsHint} done={hasBackups && t.done}>
          <ButtonLink href="/office/settings/backups" label={t.openBackups} />
        </Step>
      )}
    </>
  );
}

const Step = ({ title, hint, done, children }: StepProps) => (
  <li>
    <h3>
      {title} {done && <Tag tone="good">{done}</Tag>}
    </h3>
    {!done && (
      <>
        <p class="muted">{hint}</p>
        <div class="actions">{children}</div>
      </>
    )}
  </li>
);

interface StepProps {
  title: string;
  hint: string;
  /** Says that the step is done; it then has no hint and no buttons. */
  done: string | false;
  children: Child;
}
