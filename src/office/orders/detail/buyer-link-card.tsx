import { type BuyerLink, buyerLinkOf, LINK_DAYS } from '../../../domain/orders/buyer-links.ts';
import type { Order } from '../../../domain/orders/order.ts';
import { amountToTransfer } from '../../../domain/orders/payments/expected-payments.ts';
import type { Language } from '../../../lib/messages/catalogue.ts';
import { money } from '../../../lib/number-format.ts';
import { SelectField } from '../../forms/inputs.tsx';
import { ButtonLink, CopyButton, Notice, Time } from '../../page/components.tsx';
import { Menu } from '../../page/menu.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ActionDialog, DialogButton } from './action-form.tsx';
import { buyerLinkTexts, type ChatFacts, chatText } from './buyer-link-texts.ts';
import { orderPath } from './origin-list.tsx';
import { addressOf, isLinkInHeader, isPaymentLinkNext, NewLinkButton } from './payment-link.tsx';
import type { SectionProps } from './section-props.ts';
import { isLinkUnreachable, UnreachableLink } from './unreachable-link.tsx';

/**
 * The link of the order for its buyer, and a text for the chat. It asks for money. A closed order without a link needs
 * none. If the link is the next step, the button that makes it is at the top of the page.
 */
export function BuyerLinkCard(props: SectionProps) {
  const { context, order } = props;
  const t = buyerLinkTexts(context.language);
  const link = buyerLinkOf(context.db, order.id, context.app.steadyNow());
  if (!context.may('money') || (!link && (order.status === 'canceled' || order.status === 'expired'))) return null;
  return (
    <section class="card" id="buyer-link">
      <h2>{t.title}</h2>
      {!isPaymentLinkNext(context, order) && <UnreachableLink context={context} order={order} />}
      {link ? <Link context={context} order={order} link={link} /> : <p class="muted">{t.hint}</p>}
      {link ? (
        <LinkDialogs {...props} link={link} />
      ) : (
        !isLinkInHeader(context, order) && (
          <NewLinkButton
            context={context}
            order={order}
            label={t.make}
            class="secondary outline"
            anchor="#buyer-link"
          />
        )
      )}
    </section>
  );
}

function LinkDialogs({ link, ...props }: SectionProps & { link: BuyerLink }) {
  const t = buyerLinkTexts(props.context.language);
  return (
    <>
      <ActionDialog {...props} path="/buyer-link" label={t.renew}>
        <p class="muted">{t.renewHint}</p>
        <SelectField
          name="days"
          label={t.days}
          value={link.days}
          options={LINK_DAYS.map((days) => ({ value: String(days), label: t.dayCount(days) }))}
        />
      </ActionDialog>
      <ActionDialog {...props} path="/buyer-link/revoke" label={t.revoke} danger>
        <p class="muted">{t.revokeHint}</p>
      </ActionDialog>
    </>
  );
}

interface LinkProps {
  context: StoreContext;
  order: Order;
  link: BuyerLink;
}

function Link({ context, order, link }: LinkProps) {
  const t = buyerLinkTexts(context.language);
  if (!context.db.hasKeys)
    return <ButtonLink href={`/office${orderPath(context, order.id, '/buyer-link')}`} label={t.show} />;
  const address = addressOf(context, link);
  if (address === undefined)
    return (
      <>
        <Notice tone="warn">{t.unreadable}</Notice>
        <Actions context={context} isCopied={false} />
      </>
    );
  const isSendable = !isLinkUnreachable(context);
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
      {isSendable && <ChatText language="th" label={t.thaiText} facts={chat} />}
      {isSendable && <ChatText language="en" label={t.englishText} facts={chat} />}
      <Actions context={context} isCopied={isSendable} />
    </>
  );
}

/**
 * Copies the text in the language of the page; the menu has the other texts, and the actions that change the link.
 *
 * @param isCopied whether there is something to copy that customers can open
 */
function Actions({ context: { language }, isCopied }: { context: StoreContext; isCopied: boolean }) {
  const t = buyerLinkTexts(language);
  const [other, copyOther] = language === 'th' ? ['en', t.copyEnglish] : ['th', t.copyThai];
  const look = 'secondary outline';
  return (
    <div class="actions">
      {isCopied && <CopyButton targetId={`buyer-link-${language}`} label={t.copyText} class={look} />}
      <Menu links={[]}>
        {isCopied && <CopyButton targetId="buyer-link-address" label={t.copyLink} class={look} />}
        {isCopied && <CopyButton targetId={`buyer-link-${other}`} label={copyOther} class={look} />}
        <DialogButton path="/buyer-link" label={t.renew} class={look} />
        <DialogButton path="/buyer-link/revoke" label={t.revoke} class={`${look} dangerous`} />
      </Menu>
    </div>
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
