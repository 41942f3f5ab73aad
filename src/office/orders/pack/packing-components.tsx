import type { PackItem } from '../../../domain/orders/packing.ts';
import type { Order } from '../../../domain/orders/read.ts';
import { hasLeft } from '../../../domain/orders/states.ts';
import type { Form } from '../../forms/form.ts';
import { CsrfField, Field, Submit } from '../../forms/inputs.tsx';
import { Notice } from '../../page/components.tsx';
import { Icon } from '../../page/icons.tsx';
import type { StoreContext } from '../../request-context.ts';
import { texts } from './packing-texts.ts';

/** An item with its packed quantity; the button packs one piece of an item without a code. */
export function ItemRow({ context, item, packed }: { context: StoreContext; item: PackItem; packed: number }) {
  const t = texts(context.language);
  const isPacked = packed >= item.qty;
  return (
    <li class={isPacked ? 'in' : undefined}>
      <input type="hidden" name="variant" value={String(item.variantId)} />
      <input type="hidden" name="packed" value={String(packed)} />
      <span class="name">
        {item.name}
        {item.sku !== null && <small class="muted break">{item.sku}</small>}
      </span>
      <span class="number">
        {packed} / {item.qty}
      </span>
      {isPacked ? (
        <Icon name="check" />
      ) : (
        <button
          type="submit"
          class="secondary outline small"
          name="one"
          value={String(item.variantId)}
          aria-label={t.addOne(item.name)}
        >
          +1
        </button>
      )}
    </li>
  );
}

/** The scanner's input. It never repeats the last code, because a scanner types without clearing the field. */
export function ScanField({ form, label }: { form: Form<unknown> | undefined; label: string }) {
  const hasErrors = form?.errorOf('code') !== undefined;
  return (
    <Field form={form} name="code" label={label}>
      <input
        type="text"
        id="field-code"
        name="code"
        value=""
        required
        autofocus
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="go"
        aria-invalid={hasErrors ? 'true' : undefined}
        aria-describedby={hasErrors ? 'field-code-fault' : undefined}
      />
    </Field>
  );
}

/** Opens the order with the scanned code. On every page that ends an order, so that scanning can continue. */
export function NextOrder({ context, form }: { context: StoreContext; form?: Form<unknown> }) {
  const t = texts(context.language);
  return (
    <form method="post" action="/office/orders/pack" class="inline scan" novalidate>
      <CsrfField />
      <ScanField form={form} label={t.orderCode} />
      <Submit label={t.open} />
    </form>
  );
}

/** Why the order has nothing to pack, and the field for the next order. */
export function NothingToPack({ context, order }: { context: StoreContext; order: Order }) {
  const t = texts(context.language);
  return (
    <>
      <Notice tone={order.status === 'canceled' || order.status === 'expired' ? 'bad' : 'warn'}>
        {reasonOf(order, t)}
      </Notice>
      <section class="card">
        <h2>{t.next}</h2>
        <NextOrder context={context} />
      </section>
    </>
  );
}

function reasonOf({ status, shipments }: Order, t: ReturnType<typeof texts>): string {
  if (status === 'canceled') return t.canceled;
  if (status === 'expired') return t.expired;
  const shipped = shipments.filter(hasLeft);
  const numbers = shipped.flatMap(({ trackingNumber }) => trackingNumber ?? []);
  return shipped.length === 0 ? t.allPacked : t.shipped(numbers.join(', '));
}
