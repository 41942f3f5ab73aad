import { baseUrl } from '../../../config.ts';
import type { Language } from '../../../domain/accounts/accounts.ts';
import { type BuyerLink, buyerLinkOf, LINK_DAYS, tokenOf } from '../../../domain/orders/buyer-links.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { amountToTransfer } from '../../../domain/orders/payments/promptpay.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { money } from '../../../lib/number-format.ts';
import { Post, SelectField, Submit } from '../../forms/inputs.tsx';
import { ButtonLink, CopyButton, Notice, Time } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ActionForm } from './action-form.tsx';
import { buyerLinkTexts, type ChatFacts, chatText } from './buyer-link-texts.ts';
import type { SectionProps } from './section-props.ts';

const DEFAULT_DAYS = 30;

/** The link of the order for its buyer, and a text for the chat. */
export function BuyerLinkCard(props: SectionProps) {
  const { context, order } = props;
  const t = buyerLinkTexts(context.language);
  const link = buyerLinkOf(context.db, order.id, context.app.steadyNow());
  return (
    <section class="card" id="buyer-link">
      <h2>{t.title}</h2>
      {link ? <Link context={context} order={order} link={link} /> : <p class="muted">{t.hint}</p>}
      <div class="actions">
        {!link && (
          <Post action={`/orders/${order.id}/buyer-link`}>
            <input type="hidden" name="days" value={DEFAULT_DAYS} />
            <Submit class="secondary outline" label={t.make} />
          </Post>
        )}
        {link && (
          <ActionForm {...props} path="/buyer-link" label={t.renew}>
            <p class="muted">{t.renewHint}</p>
            <SelectField
              name="days"
              label={t.days}
              value={link.days}
              options={LINK_DAYS.map((days) => ({ value: String(days), label: t.dayCount(days) }))}
            />
          </ActionForm>
        )}
        {link && (
          <ActionForm {...props} path="/buyer-link/revoke" label={t.revoke} danger>
            <p class="muted">{t.revokeHint}</p>
          </ActionForm>
        )}
      </div>
    </section>
  );
}

interface LinkProps {
  context: StoreContext;
  order: Order;
  link: BuyerLink;
}

function Link({ context, order, link }: LinkProps) {
  const t = buyerLinkTexts(context.language);
  if (!context.db.hasKeys) return <ButtonLink href={`/office/orders/${order.id}/buyer-link`} label={t.show} />;
  const address = addressOf(context, link);
  if (address === undefined) return <Notice tone="warn">{t.unreadable}</Notice>;
  const due = amountToTransfer(context.db, order);
  const facts = { store: context.store.name, number: order.orderNumber, address };
  const chat = { ...facts, due: due > 0 ? money(due) : undefined };
  return (
    <>
      <p class="muted">
        {order.status === 'open' ? (
          t.untilClosed(link.days)
        ) : (
          <>
            {t.until} <Time at={link.endTime} />
          </>
        )}
      </p>
      <p class="break">
        <a id="buyer-link-address" href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      </p>
      <ChatText language="th" label={t.thaiText} facts={chat} />
      <ChatText language="en" label={t.englishText} facts={chat} />
      <p class="actions">
        <CopyButton targetId="buyer-link-th" label={t.copyThai} />
        <CopyButton targetId="buyer-link-en" label={t.copyEnglish} />
        <CopyButton targetId="buyer-link-address" label={t.copyLink} />
      </p>
    </>
  );
}

interface ChatTextProps {
  language: Language;
  label: string;
  facts: ChatFacts;
}

const ChatText = ({ language, label, facts }: ChatTextProps) => (
  <details>
    <summary>{label}</summary>
    <p id={`buyer-link-${language}`} class="break lines" lang={language}>
      {chatText(language).text(facts)}
    </p>
  </details>
);

/** Undefined if the key of the token is lost. */
function addressOf({ app, db, request }: StoreContext, link: BuyerLink): string | undefined {
  try {
    return `${baseUrl(app.config) ?? request.origin}/o/${tokenOf(db, link)}`;
  } catch (error) {
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}
