import {
  isPacked,
  markPacked,
  orderByCode,
  type Packed,
  type PackItem,
  packedTime,
  packItems,
  packPiece,
} from '../../../domain/orders/packing.ts';
import type { Order } from '../../../domain/orders/read.ts';
import { isReady } from '../../../domain/orders/shipments/ready.ts';
import type { Page } from '../../answer.ts';
import { fields, id, optionalId, optionalText, several, text, whole } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { CsrfField, Submit } from '../../forms/inputs.tsx';
import { ButtonLink, Heading, Notice } from '../../page/parts.tsx';
import { get, post, type Screen } from '../../screen.ts';
import type { Visit } from '../../visit.ts';
import { orderOf } from '../detail/find.ts';
import { ItemRow } from './item-row.tsx';
import { NextOrder } from './next-order.tsx';
import { Nothing } from './nothing.tsx';
import { packedPage } from './packed.tsx';
import { ScanField } from './scan-field.tsx';
import { texts } from './texts.ts';
import { Waiting } from './waiting.tsx';

const orderCode = fields({ code: text(200) });
/** The code that was scanned, and what was in the box before it. */
const scanned = fields({ code: optionalText(200), one: optionalId, variant: several(id), packed: several(whole()) });

/** A scanner types a code and Enter: an order's opens it, an item's puts it in the box, the last one prints the label. */
export const packScreens: readonly Screen[] = [
  get('/orders/pack', 'staff', (visit) => stationPage(visit, visit.form(orderCode))),
  post('/orders/pack', 'staff', (visit) => {
    const form = visit.form(orderCode);
    return form.submit(
      ({ code }) => {
        const found = orderByCode(visit.ctx.db, visit.store.id, code);
        if (found !== undefined) return visit.redirect(`/orders/${found}/pack`);
        form.blame(texts(visit.language).unknown(code), 'code');
        return { ...stationPage(visit, form), status: 422 };
      },
      () => stationPage(visit, form),
    );
  }),
  get('/orders/:id/pack', 'staff', (visit) => packPage(visit, orderOf(visit), new Map(), visit.form(scanned))),
  post('/orders/:id/pack', 'staff', packOne),
  get('/orders/:id/packed', 'staff', packed),
];

function stationPage(visit: Visit, form: Form<unknown>): Page {
  const t = texts(visit.language);
  return {
    title: t.station,
    body: (
      <>
        <Heading title={t.station} back={{ href: '/office/orders', label: t.orders }} />
        <section class="card">
          <p>{t.stationHint}</p>
          <NextOrder visit={visit} form={form} />
        </section>
        <Waiting visit={visit} />
      </>
    ),
  };
}

/** Nothing is packed that was never packed, or has become something else since. */
function packed(visit: Visit) {
  const order = orderOf(visit);
  const isPacked = packedTime(visit.ctx.db, order.id) !== undefined;
  return isPacked ? packedPage(visit, order) : visit.redirect(`/orders/${order.id}/pack`);
}

async function packOne(visit: Visit) {
  const order = orderOf(visit);
  const items = packItems(visit.ctx.db, order);
  const form = visit.form(scanned);
  const before = packedBefore(visit);
  return form.submit(
    async ({ code, one }) => {
      const packed = packPiece(items, before, one === undefined ? { code: code ?? '' } : { variantId: one });
      if (!isPacked(items, packed)) return packPage(visit, order, packed, undefined);
      await visit.ctx.write((db) => markPacked(db, order.id, visit.act()));
      return visit.redirect(`/orders/${order.id}/packed`, texts(visit.language).done);
    },
    () => packPage(visit, order, before, form),
  );
}

/** What the form says is in the box; it brings that along, whatever is wrong with its code. */
function packedBefore(visit: Visit): Packed {
  const { variant = [], packed = [] } =
    visit.form(fields({ variant: several(id), packed: several(whole()) })).value ?? {};
  return new Map(variant.map((variantId, i) => [variantId, packed[i] ?? 0]));
}

function packPage(visit: Visit, order: Order, packed: Packed, form: Form<unknown> | undefined): Page {
  const t = texts(visit.language);
  const items = packItems(visit.ctx.db, order);
  return {
    title: t.pack(order.orderNumber),
    body: (
      <>
        <Heading
          title={t.pack(order.orderNumber)}
          back={{ href: `/office/orders/${order.id}`, label: t.order(order.orderNumber) }}
        >
          {items.length > 0 && <ButtonLink href={`/office/orders/${order.id}/pack`}>{t.restart}</ButtonLink>}
        </Heading>
        {items.length === 0 ? (
          <Nothing visit={visit} order={order} />
        ) : (
          <>
            {!isReady(visit.ctx.db, order) && <Notice tone="warn">{t.notReady}</Notice>}
            <PackForm visit={visit} order={order} items={items} packed={packed} form={form} />
          </>
        )}
      </>
    ),
  };
}

interface PackProps {
  visit: Visit;
  order: Order;
  items: readonly PackItem[];
  packed: Packed;
  form: Form<unknown> | undefined;
}

function PackForm({ visit, order, items, packed, form }: PackProps) {
  const t = texts(visit.language);
  return (
    <form method="post" action={`/office/orders/${order.id}/pack`} class="pack" novalidate>
      <CsrfField visitor={visit} />
      <div class="inline scan">
        <ScanField form={form} label={t.scan} />
        <Submit>{t.tick}</Submit>
      </div>
      <ul class="pack-items">
        {items.map((item) => (
          <ItemRow visit={visit} item={item} packed={packed.get(item.variantId) ?? 0} />
        ))}
      </ul>
      {order.privateNote !== null && <p class="notice warn lines">{order.privateNote}</p>}
      {order.shippingLabelNote !== null && <p class="notice calm lines">{order.shippingLabelNote}</p>}
    </form>
  );
}
