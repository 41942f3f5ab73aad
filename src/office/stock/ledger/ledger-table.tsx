import type { StoreEntry } from '../../../domain/stock/stock-history.ts';
import { idText } from '../../../lib/ids.ts';
import { TextLink, Time } from '../../page/components.tsx';
import { List } from '../../page/list.tsx';
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
      <List
        class="list stock-cards"
        rows={entries}
        nameAt={singleVariant ? 'none' : 1}
        columns={(column) => [
          column(t.time, ({ time }) => <Time at={time} />),
          !singleVariant &&
            column(t.item, 'name', (entry) => (
              <div>
                <ItemLink context={context} item={entry} />
              </div>
            )),
          column(t.warehouse, ({ warehouseId }) => nameOf(warehouseId)),
          column(t.reason, 'reason', (entry) => movementLabel(context.language, entry)),
          column(t.onHand, 'number', ({ before, after }) => <QtyChange before={before.onHand} after={after.onHand} />),
          column(t.reserved, 'number', ({ before, after }) => (
            <QtyChange before={before.reserved} after={after.reserved} />
          )),
          column(t.by, (entry) => <Actor context={context} entry={entry} />),
        ]}
      />
    </div>
  );
}

/** The change and the resulting quantity, such as `+5 → 25`. */
const QtyChange = ({ before, after }: { before: number; after: number }) =>
  before === after ? (
    <span class="muted">{figure(after)}</span>
  ) : (
    <span>
      <strong class={after < before ? 'decrease' : 'increase'}>{signed(after - before)}</strong> → {figure(after)}
    </span>
  );

function Actor({ context, entry }: { context: StoreContext; entry: StoreEntry }) {
  const t = stockTexts(context.language);
  const { orderId, orderNumber, userName, userId, documentId, documentKind } = entry;
  return (
    <span>
      {orderNumber !== null && orderId !== null && (
        <TextLink href={`/office/orders/${idText(orderId)}`}>{t.orderNumber(String(orderNumber))}</TextLink>
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
