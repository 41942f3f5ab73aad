import type { Child } from 'hono/jsx';
import { existingOrder, type Order } from '../../../domain/orders/order.ts';
import { shippingTypes } from '../../../domain/orders/order-codes.ts';
import { orderByCode } from '../../../domain/orders/packing.ts';
import { numberChangeObstacle } from '../../../domain/orders/shipments/change-number.ts';
import { parcelOfNumber } from '../../../domain/orders/shipments/hand-over.ts';
import { parcelObstacle } from '../../../domain/orders/shipments/number-matches.ts';
import { existingShipment } from '../../../domain/orders/shipments/shipment.ts';
import type { Id } from '../../../lib/ids.ts';
import { errorText } from '../../error-text.ts';
import { fields, optionalId, optionalText, text } from '../../forms/fields.ts';
import type { Form } from '../../forms/form.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import type { OfficeResponse, Page } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { ButtonLink, Heading } from '../../page/components.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanForm } from '../../scan/scan-field.tsx';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { requestedOrder } from '../detail/requested-order.ts';
import { courierTitle } from '../order-labels.ts';
import { numberFileScreens } from './number-file-screens.tsx';
import { numberFileTexts } from './number-file-texts.ts';
import { numberTexts } from './number-texts.ts';
import { FILE_PATH } from './review-page.tsx';
import { bookTyped, changeTyped, doubtOf, numberFields } from './typed-number.ts';

const PATH = '/orders/numbers';

const orderForm = fields({ code: text(200, 'input_no_order_number') });
const scannedNumberForm = fields({ ...numberFields, doubtful: optionalText(100), change: optionalId });
/** `saved` is the last parcel with a new number; `change` is the parcel whose number is replaced. */
const pageQuery = fields({ order: optionalId, saved: optionalId, change: optionalId });

/** Adds tracking numbers with a scanner: the code of an order, then the number of its parcel. */
export const numberScreens: readonly Screen[] = [
  ...numberFileScreens,
  ...withScanner([
    get(PATH, 'orders', (context) => {
      const { order, saved, change } = context.query(pageQuery);
      return order === undefined
        ? orderPage(context, context.form(orderForm), saved)
        : numberPage(context, requestedOrder(context, order), context.form(scannedNumberForm), { change });
    }),
    post(PATH, 'orders', findOrder),
    post(`${PATH}/:id`, 'orders', saveNumber),
  ]),
];

function findOrder(context: StoreContext): Promise<OfficeResponse> {
  const form = context.form(orderForm);
  const again = () => orderPage(context, form);
  return form.submit(({ code }) => {
    const found = orderWithoutNumber(context, code);
    if (typeof found !== 'string') return context.redirect(`${PATH}?order=${found}`);
    form.addError(found, 'code');
    return { ...again(), status: 422 };
  }, again);
}

/** The order of the code, or why it gets no number: a parcel's number does not select its order for another parcel. */
function orderWithoutNumber({ db, store, language }: StoreContext, code: string): Id | string {
  const t = numberTexts(language);
  const parcel = parcelOfNumber(db, store.id, code);
  if (parcel && parcel.status !== 'canceled')
    return t.isParcel(parcel.trackingNumber ?? '', existingOrder(db, parcel.orderId, 0).orderNumber);
  const id = orderByCode(db, store.id, code);
  if (id === undefined) return t.unknown(code);
  const obstacle = parcelObstacle(db, id);
  return obstacle ? errorText(language, obstacle) : id;
}

function saveNumber(context: StoreContext): Promise<OfficeResponse> {
  const t = numberTexts(context.language);
  const order = requestedOrder(context);
  const form = context.form(scannedNumberForm);
  const again = () => numberPage(context, order, form, form.valid);
  return form.submit(async ({ tracking_number: trackingNumber, doubtful, change }) => {
    const doubt = trackingNumber === doubtful ? undefined : doubtOf(context, order, trackingNumber);
    if (doubt) {
      form.addError(errorText(context.language, doubt), 'tracking_number');
      return { ...numberPage(context, order, form, { doubtful: trackingNumber, change }), status: 422 };
    }
    const parcel =
      change === undefined
        ? await bookTyped(context, order, trackingNumber)
        : await changeTyped(context, order, change, trackingNumber);
    return context.redirect(`${PATH}?saved=${parcel.id}`, t.saved(order.orderNumber, parcel.trackingNumber ?? ''));
  }, again);
}

/** @param saved a parcel whose number can be changed, if it was mistyped */
function orderPage(context: StoreContext, form: Form<unknown>, saved?: Id): Page {
  const t = numberTexts(context.language);
  const parcel = saved === undefined ? undefined : existingShipment(context.db, saved);
  const order = parcel && requestedOrder(context, parcel.orderId, 0);
  return pageOf(
    context,
    <>
      {parcel && order && !numberChangeObstacle(context.db, parcel) && (
        <p>
          <a href={`/office${PATH}?order=${order.id}&change=${parcel.id}`}>
            {t.change} {parcel.trackingNumber}
          </a>
        </p>
      )}
      <ScanForm action={PATH} form={form} label={t.order}>
        <Submit label={t.next} />
      </ScanForm>
    </>,
  );
}

interface NumberState {
  /** A number that is saved only if it is entered again, or confirmed with the button. */
  doubtful?: string | undefined;
  /** The parcel whose number is replaced. */
  change?: Id | undefined;
}

function numberPage(
  context: StoreContext,
  order: Order,
  form: Form<unknown>,
  { doubtful, change }: NumberState = {},
): Page {
  const t = numberTexts(context.language);
  const { config } = context.app;
  return pageOf(
    context,
    <>
      <h2>
        #{order.orderNumber} {context.may('customer_data') && order.recipientAddress.name}
      </h2>
      <p class="muted">{courierTitle(order.shippingType, shippingTypes(config.values), context.language)}</p>
      <ScanForm action={`${PATH}/${order.id}`} form={form} name="tracking_number" label={t.number}>
        <Submit label={commonTexts(context.language).save} />
        {change !== undefined && <input type="hidden" name="change" value={String(change)} />}
        {doubtful !== undefined && <input type="hidden" name="doubtful" value={doubtful} />}
      </ScanForm>
      {doubtful !== undefined && (
        <Post action={`${PATH}/${order.id}`}>
          <p class="hint">{t.anywayHint}</p>
          <input type="hidden" name="tracking_number" value={doubtful} />
          <input type="hidden" name="doubtful" value={doubtful} />
          {change !== undefined && <input type="hidden" name="change" value={String(change)} />}
          <Submit class="secondary outline" label={t.anyway} />
        </Post>
      )}
      <p>
        <a href={`/office${PATH}`}>{t.otherOrder}</a>
      </p>
    </>,
  );
}

function pageOf(context: StoreContext, body: Child): Page {
  const t = numberTexts(context.language);
  return {
    title: t.title,
    body: (
      <>
        <Heading title={t.title} back={{ href: '/office/orders/pack', label: t.station }}>
          <ButtonLink href={`/office${FILE_PATH}`} label={numberFileTexts(context.language).title} />
        </Heading>
        <section class="card">
          <p class="hint">{t.hint}</p>
          {body}
        </section>
      </>
    ),
  };
}
