import { orderById } from '../../../domain/orders/read.ts';
import {
  countLines,
  documentOfStore,
  type MovedLine,
  movedLines,
  type StockDocument,
} from '../../../domain/stock/document-list.ts';
import { idText } from '../../../lib/ids.ts';
import { type Money, moneyText, sum, times } from '../../../lib/money.ts';
import type { Answer } from '../../answer.ts';
import { csvFile } from '../../page/downloads.ts';
import { baht, count } from '../../page/format.ts';
import { ButtonLink, Facts, Heading, Tag, Time } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import type { Visit } from '../../visit.ts';
import { CountTable } from '../counts/count-sheet-table.tsx';
import { FileLink, ItemLink, variantName } from '../stock-components.tsx';
import { kindNames, STATUS_TONES, statusNames } from '../stock-labels.ts';
import { stockTexts } from '../stock-texts.ts';
import { placeNames } from '../warehouse-options.ts';

/** What a document says; count sheets have a page of their own. */
export function documentPage(visit: Visit): Answer {
  const t = stockTexts(visit.language);
  const document = documentOfStore(visit.ctx.db, visit.store.id, visit.id());
  if (document.kind === 'count') return visit.redirect(`/stock/counts/${idText(document.id)}`);
  const title = t.documentIs(kindNames(visit.language)[document.kind], idText(document.id));
  const body = (
    <>
      <Heading title={title} back={{ href: '/office/stock/documents', label: t.documents }}>
        <ButtonLink href={`/office/stock/ledger?document=${idText(document.id)}`}>{t.ledger}</ButtonLink>
        <FileLink href={`/office/stock/documents/${idText(document.id)}/lines.csv`}>
          {words(visit.language).csv}
        </FileLink>
      </Heading>
      <div class="card tight">
        <DocumentFacts visit={visit} document={document} />
      </div>
      {document.kind === 'fulfilment' ? (
        <CountTable visit={visit} lines={countLines(visit.ctx.db, document.id)} isDraft={false} />
      ) : (
        <Moved visit={visit} document={document} />
      )}
    </>
  );
  return { title, body };
}

interface FactsProps {
  visit: Visit;
  document: StockDocument;
  /** What else there is to say of it. */
  more?: readonly (readonly [name: string, value: string])[];
}

export function DocumentFacts({ visit, document, more = [] }: FactsProps) {
  const t = stockTexts(visit.language);
  const nameOf = placeNames(visit);
  const { toWarehouseId, orderId } = document;
  const order = orderId === null ? undefined : orderById(visit.ctx.db, orderId);
  return (
    <Facts
      facts={[
        [t.status, <Tag tone={STATUS_TONES[document.status]}>{statusNames(visit.language)[document.status]}</Tag>],
        [t.warehouse, nameOf(document.warehouseId) + (toWarehouseId === null ? '' : ` → ${nameOf(toWarehouseId)}`)],
        [t.time, <Time visit={visit} at={document.commitTime ?? document.createTime} />],
        [t.user, document.userName ?? t.system],
        [t.order, order && <a href={`/office/orders/${idText(order.id)}`}>{t.orderIs(String(order.orderNumber))}</a>],
        [t.note, document.note],
        ...more,
      ]}
    />
  );
}

/** Its lines; only an owner sees what things cost. */
function Moved({ visit, document }: { visit: Visit; document: StockDocument }) {
  const t = stockTexts(visit.language);
  const lines = movedLines(visit.ctx.db, document.id);
  const withCost = visit.isOwner && document.kind === 'purchase';
  return (
    <>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{t.item}</th>
            <th scope="col" class="right">
              {t.qty}
            </th>
            {withCost && (
              <>
                <th scope="col" class="right">
                  {t.cost}
                </th>
                <th scope="col" class="right">
                  {t.sum}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr>
              <th scope="row">
                <div>
                  <ItemLink visit={visit} item={line} />
                </div>
              </th>
              <td class="number" data-label={t.qty}>
                {count(line.qty)}
              </td>
              {withCost && (
                <>
                  <td class="money" data-label={t.cost}>
                    {line.cost === null ? '–' : baht(line.cost)}
                  </td>
                  <td class="money" data-label={t.sum}>
                    {amountText(amountOf(line))}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {withCost && (
        <p class="stock-sums">
          <span>
            {t.sum} <strong class="money">{amountText(totalOf(lines))}</strong>
          </span>
        </p>
      )}
    </>
  );
}

const amountOf = ({ cost, qty }: MovedLine): Money | undefined => (cost === null ? undefined : times(cost, qty));

const totalOf = (lines: readonly MovedLine[]): Money | undefined =>
  sum(...lines.map(amountOf).filter((amount) => amount !== undefined));

const amountText = (amount: Money | undefined): string => (amount === undefined ? '–' : baht(amount));

export function documentCsv(visit: Visit): Answer {
  const document = documentOfStore(visit.ctx.db, visit.store.id, visit.id());
  const name = `stock-document-${idText(document.id)}`;
  if (document.kind === 'count' || document.kind === 'fulfilment')
    return csvFile(
      name,
      ['variant', 'sku', 'name', 'expected', 'counted', 'difference'],
      countLines(visit.ctx.db, document.id).map((line) => [
        line.variantId,
        line.sku,
        variantName(line),
        line.onHand,
        line.counted,
        line.difference,
      ]),
    );
  const withCost = visit.isOwner && document.kind === 'purchase';
  return csvFile(
    name,
    ['variant', 'sku', 'name', 'qty', ...(withCost ? ['cost'] : [])],
    movedLines(visit.ctx.db, document.id).map((line) => [
      line.variantId,
      line.sku,
      variantName(line),
      line.qty,
      ...(withCost ? [line.cost === null ? null : moneyText(line.cost)] : []),
    ]),
  );
}
