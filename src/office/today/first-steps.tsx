import type { Child } from 'hono/jsx';
import { missingOnLabel, storeAddresses } from '../../domain/addresses.ts';
import { withBackupSettings } from '../../domain/backups/settings.ts';
import { hasProducts } from '../../domain/catalogue/variant-search.ts';
import { listChannels } from '../../domain/channels/channels.ts';
import { listCouriers } from '../../domain/couriers/couriers.ts';
import { takesTransfers } from '../../domain/setup/payments.ts';
import { isLinkUnreachable } from '../orders/detail/unreachable-link.tsx';
import { ButtonLink, Tag } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { incompleteText } from '../settings/addresses/address-form.tsx';
import { WEB_ADDRESS } from '../settings/web-address.tsx';
import { todayTexts } from './today-texts.ts';

/** First steps of a store without orders; the first order is the last step. */
export function FirstSteps({ context }: { context: StoreContext }) {
  const t = todayTexts(context.language);
  const isStocked = hasProducts(context.db, context.store.id);
  return (
    <StepCard title={t.startTitle}>
      <StepItem title={t.startProducts} hint={t.startProductsHint} done={isStocked && t.done}>
        <ButtonLink href="/office/products/new" icon="plus" main label={t.startProducts} />
        <ButtonLink href="/office/products/import" label={t.importProducts} />
      </StepItem>
      {settingsSteps(context).map(({ isDone, ...step }) => (
        <StepItem {...step} done={isDone && t.done} />
      ))}
      <StepItem title={t.startOrder} hint={t.startOrderHint} done={false}>
        <ButtonLink href="/office/orders/new" icon="plus" main={isStocked} label={t.newOrder} />
      </StepItem>
    </StepCard>
  );
}

const SETUP_TIME = 30 * 86_400_000; // milliseconds

/** The steps that a store with orders has not done in its first month. Not every store connects partners. */
export function OpenSteps({ context }: { context: StoreContext }) {
  if (context.now > context.store.createTime + SETUP_TIME) return null;
  const open = settingsSteps(context).filter(({ isDone, isOptional }) => !isDone && !isOptional);
  if (open.length === 0) return null;
  return (
    <StepCard title={todayTexts(context.language).stillToSetUp}>
      {open.map((step) => (
        <StepItem {...step} done={false} />
      ))}
    </StepCard>
  );
}

interface Step {
  title: string;
  hint: string;
  children: Child;
}

type SettingsStep = Step & { isDone: boolean; isOptional?: boolean };

/** The steps that the account may do: those of owners and managers. */
function settingsSteps(context: StoreContext): SettingsStep[] {
  const { app, db, store, language } = context;
  const t = todayTexts(language);
  const steps: Record<string, SettingsStep> = {
    '/settings/addresses': senderStep(context),
    '/settings/payments': {
      title: t.startPayments,
      hint: t.startPaymentsHint,
      isDone: takesTransfers(db, store),
      children: (
        <>
          <ButtonLink href="/office/settings/payments#field-promptpay_id" label={t.setPromptpay} />
          <ButtonLink href="/office/settings/payments" label={t.addBankAccount} />
        </>
      ),
    },
    '/settings/couriers': {
      title: t.startCourier,
      hint: t.startCourierHint,
      isDone: listCouriers(db, store.id).length > 0,
      children: <ButtonLink href="/office/settings/couriers" label={t.openCouriers} />,
    },
    '/partners': {
      title: t.startPartner,
      hint: t.startPartnerHint,
      isDone: listChannels(db, store.id).length > 0,
      isOptional: true,
      children: <ButtonLink href="/office/partners" label={t.openPartners} />,
    },
    [WEB_ADDRESS]: {
      title: t.startWebAddress,
      hint: t.startWebAddressHint,
      isDone: !isLinkUnreachable(context),
      children: <ButtonLink href={`/office${WEB_ADDRESS}`} label={t.openWebAddress} />,
    },
    '/settings/backups': {
      title: t.startBackups,
      hint: t.startBackupsHint,
      isDone: withBackupSettings(app).config.backup.folder !== '',
      children: <ButtonLink href="/office/settings/backups" label={t.openBackups} />,
    },
  };
  return Object.entries(steps)
    .filter(([path]) => context.mayOpen(path))
    .map(([, step]) => step);
}

/** The sender of the labels, with everything that a label needs. */
function senderStep(context: StoreContext): SettingsStep {
  const t = todayTexts(context.language);
  const [sender] = storeAddresses(context.db, context.store.id);
  return {
    title: t.startSender,
    hint: sender ? incompleteText(context, sender) : t.startSenderHint,
    isDone: sender !== undefined && missingOnLabel(sender).length === 0,
    children: <ButtonLink href={`/office/settings/addresses/${sender?.id ?? 'new'}`} label={t.openSender} />,
  };
}

export const StepCard = ({ title, children }: { title: string; children: Child }) => (
  <section class="card start" aria-labelledby="start">
    <h2 id="start">{title}</h2>
    <ol>{children}</ol>
  </section>
);

/** @param done says that the step is done; it then has no hint and no buttons */
export const StepItem = ({ title, hint, done, children }: Step & { done: string | false }) => (
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
