import type * as v from 'valibot';
import type { Order } from '../../../domain/orders/order.ts';
import { type PackItem, packItems } from '../../../domain/orders/packing.ts';
import { reportAbsent } from '../../../domain/orders/packing-missing.ts';
import { type AbsentQty, absentPieces, packedPieces } from '../../../domain/orders/packing-rows.ts';
import { type Path, pathParts } from '../../../lib/messages/path.ts';
import { fields, id, listOf, optionalInteger } from '../../forms/fields.ts';
import type { FieldName, Form } from '../../forms/form.ts';
import { IntegerField, Post, Submit } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';
import { missingTexts } from './missing-texts.ts';
import { packPath } from './order-to-pack.ts';

/** The missing and the damaged units of each item. */
export const reportForm = fields({
  item: listOf(id),
  missing: listOf(optionalInteger(0)),
  damaged: listOf(optionalInteger(0)),
});

type ReportInput = v.InferOutput<typeof reportForm>;

export const saveReport = (context: StoreContext, order: Order, { item, missing, damaged }: ReportInput) =>
  context.write((tx) =>
    reportAbsent(
      tx,
      order.id,
      item.map((variantId, i) => ({ variantId, missing: missing[i] ?? 0, damaged: damaged[i] ?? 0 })),
      context.act(),
    ),
  );

/** The field of an error path such as `[0].missing`. */
export function reportField(path: Path): FieldName | undefined {
  const [at, name] = pathParts(path);
  return typeof at === 'number' && typeof name === 'string' ? [name, at] : undefined;
}

/** An item that is not fully packed. */
interface UnpackedItem extends AbsentQty {
  item: PackItem;
  packed: number;
}

/**
 * The items that are not fully packed, with their reported units. Other units are not suggested, so that saving by
 * mistake reports nothing.
 */
export function unpackedItems({ db }: StoreContext, order: Order): UnpackedItem[] {
  const packed = packedPieces(db, order.id);
  const absent = absentPieces(db, order.id);
  return packItems(db, order)
    .map((item) => ({ item, packed: packed.get(item.variantId) ?? 0 }))
    .filter((each) => each.packed < each.item.qty)
    .map((each) => ({ ...each, missing: 0, damaged: 0, ...absent.get(each.item.variantId) }));
}

/** Whether nothing is entered, and there is no earlier report that this withdraws. */
export const isEmptyReport = ({ db }: StoreContext, { id }: Order, { missing, damaged }: ReportInput): boolean =>
  absentPieces(db, id).size === 0 && [...missing, ...damaged].every((qty) => !qty);

interface ReportProps {
  context: StoreContext;
  order: Order;
  items: readonly UnpackedItem[];
  form: Form<unknown> | undefined;
}

/** Asks how many units of each item are missing or damaged. */
export function ReportCard({ context, order, items, form }: ReportProps) {
  const t = missingTexts(context.language);
  return (
    <section class="card">
      <h2>{t.which}</h2>
      <p class="hint">{t.whichHint}</p>
      <Post action={packPath(context, order, '/missing')} form={form} class="absent">
        {items.map(({ item, packed, missing, damaged }, at) => (
          <fieldset>
            <legend class="break">
              {item.name} <small class="muted number">{t.inBox(packed, item.qty)}</small>
            </legend>
            <input type="hidden" name="item" value={String(item.variantId)} />
            <div class="fields halves">
              <IntegerField name="missing" at={at} label={t.notThere} value={missing || undefined} />
              <IntegerField name="damaged" at={at} label={t.damaged} value={damaged || undefined} />
            </div>
          </fieldset>
        ))}
        <Submit label={t.report} />
      </Post>
    </section>
  );
}
