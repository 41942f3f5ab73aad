import type { StoreEntry } from '../../../domain/stock/history.ts';
import { idText } from '../../../lib/ids.ts';
import { Time } from '../../page/components.tsx';
import { Columns } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { figure, ItemLink, signed } from '../stock-components.tsx';
import { documentKindLabels, movementLabel } from '../stock-labels.ts';
import { stockTexts } from '../stock-texts.ts';
import { warehouseNames } from '../warehouse-options.ts';

interface Props {
  context: StoreContext;
  entries: readonly StoreEntry[];
  /** All entries are of one variant; the item column is left out. */
  singleVariant?: boolean;
}

/** Stock movements, newest first. */
export function LedgerTable({ context, entries, singleVariant }: Props) {
  const t = stockTexts(context.language);
  const nameOf = warehouseNames(context);
  return (
    <div class="scroll">
      <table class="list stock-cards">
        <Columns
          of={[
            t.time,
            ...(singleVariant ? [] : [t.item]),
            t.warehouse,
            t.reason,
            [t.onHand, 'right'],
            [t.reserved, 'right'],
            t.by,
          ]}
        />
        <tbody>
          {entries.map((entry) => (
            <tr>
              <td data-label={t.time}>
                <Time at={entry.time} />
              </td>
              {!singleVariant && (
                <th scope="row" class="name">
                  <div>
                    <ItemLink context={context} item={entry} />
                  </div>
                </th>
              )}
              <td data-label={t.warehouse}>{nameOf(entry.warehouseId)}</td>
              <td data-label={t.reason} class="reason">
                {movementLabel(context.language, entry)}
              </td>
              <td class="number" data-label={t.onHand}>
                <QtyChange before={entry.before.onHand} after={entry.after.onHand} />
              </td>
              <td class="number" data-label={t.reserved}>
                <QtyChange before={entry.before.reserved} after={entry.after.reserved} />
              </td>
              <td data-label={t.by}>
                <Actor context={context} entry={entry} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The change and the resulting quantity, such as `+5 → 25`. */
const QtyChange = ({ before, after }: { before: number; after: number }) =>
  before === after ? (
    <span class="muted">{figure(after)}</span>
  ) : (
    <span>
      <strong class={after < before ? 'taken' : 'added'}>{signed(after - before)}</strong> → {figure(after)}
    </span>
  );

function Actor({ context, entry }: { context: StoreContext; entry: StoreEntry }) {
  const t = stockTexts(context.language);
  const { orderId, orderNumber, userName, userId, documentId, documentKind } = entry;
  return (
    <span>
      {orderNumber !== null && orderId !== null && (
        <a href={`/office/orders/${idText(orderId)}`}>{t.orderNumber(String(orderNumber))}</a>
      )}
      {orderNumber === null && orderId !== null && t.otherStoreOrder}
      {userId !== null && (userName ?? idText(userId))}
      {documentId !== null && documentKind !== null && (
        <>
          {userId !== null && <span class="visually-hidden"> · </span>}
          <a class="document" href={`/office/stock/documents/${idText(documentId)}`}>
            {t.documentNumber(documentKindLabels(context.language)[documentKind], idText(documentId))}
          </a>
        </>
      )}
      {orderId === null && userId === null && documentId === null && <span class="muted">{t.system}</span>}
    </span>
  );
}
