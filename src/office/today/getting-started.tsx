import type { Child } from 'hono/jsx';
import { hasProducts } from '../../domain/catalogue/find.ts';
import { listChannels } from '../../domain/channels/channels.ts';
import { ButtonLink, Tag } from '../page/components.tsx';
import type { StoreContext } from '../request-context.ts';
import { texts } from './today-texts.ts';

/** First steps of a store without orders. */
export function GettingStarted({ context }: { context: StoreContext }) {
  const t = texts(context.language);
  const isStocked = hasProducts(context.db, context.store.id);
  const isConnected = listChannels(context.db, context.store.id).length > 0;
  return (
    <section class="card start" aria-labelledby="start">
      <h2 id="start">{t.startTitle}</h2>
      <ol>
        <Step title={t.startProducts} why={t.startProductsWhy} done={isStocked && t.done}>
          <ButtonLink href="/office/products/new" icon="plus" main={!isStocked} label={t.startProducts} />
          <ButtonLink href="/office/products/import" label={t.importProducts} />
        </Step>
        {context.isOwner && (
          <Step title={t.startPartner} why={t.startPartnerWhy} done={isConnected && t.done}>
            <ButtonLink href="/office/partners" label={t.openPartners} />
          </Step>
        )}
        <Step title={t.startOrder} why={t.startOrderWhy} done={false}>
          <ButtonLink href="/office/orders/new" icon="plus" main={isStocked} label={t.newOrder} />
        </Step>
      </ol>
    </section>
  );
}

const Step = ({ title, why, done, children }: StepProps) => (
  <li>
    <h3>
      {title} {done && <Tag tone="good">{done}</Tag>}
    </h3>
    <p class="muted">{why}</p>
    <div class="actions">{children}</div>
  </li>
);

interface StepProps {
  title: string;
  why: string;
  done: string | false;
  children: Child;
}
