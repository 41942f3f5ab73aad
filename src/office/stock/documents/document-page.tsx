import { orderById } from '../../../domain/orders/order.ts';
import {
  type CountLine,
  countLines,
  documentOfStore,
  isCommittedByAnother,
  type MovedLine,
  movedLines,
  type StockDocument,
} from '../../../domain/stock/document-list.ts';
import { idText } from '../../../lib/ids.ts';
import { type Money, moneyText, sum, times } from '../../../lib/money.ts';
import { baht, count } from '../../../lib/number-format.ts';
import type { OfficeResponse } from '../../office-response.ts';
import { ButtonLink, Facts, Heading, Tag, TextLink, Time } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, listFile } from '../../page/list-file.ts';
import type { StoreContext } from '../../request-context.ts';
import { CountTable } from '../counts/count-sheet-table.tsx';
import { countTexts } from '../counts/count-texts.ts';
import { ItemLink, variantColumns } from '../stock-components.tsx';
import { documentKindLabels, documentStatusLabels, STATUS_TONES } from '../stock-labels.ts';
import { stockTexts } from '../stock-texts.ts';
import { warehouseNames } from '../warehouse-options.ts';

/** A stock document. Count sheets have their own page. */
export function documentPage(context: StoreContext): OfficeResponse {
  const t = stockTexts(context.language);
  const document = documentOfStore(context.db, context.store.id, context.id());
  if (document.kind === 'count') return context.redirect(`/stock/counts/${idText(document.id)}`);
  const title = t.documentNumber(documentKindLabels(context.language)[document.kind], idText(document.id));
  const body = (
    <>
      <Heading title={title} back={{ href: '/office/stock/documents', label: t.documents }}>
        <ButtonLink href={`/office/stock/ledger?document=${idText(document.id)}`} label={t.ledger} />
        {document.kind !== 'fulfilment' && (
          <ButtonLink href={`/office/products/labels?document=${idText(document.id)}`} icon="print" label={t.labels} />
        )}
        <ExportMenu href={`/office/stock/documents/${idText(document.id)}/lines`} />
      </Heading>
      <div class="card tight">
        <DocumentFacts context={context} document={document} />
      </div>
      {document.kind === 'fulfilment' ? (
        <CountTable context={context} lines={countLines(context.db, document.id)} isDraft={false} />
      ) : (
        <MovedLines context={context} document={document} />
      )}
    </>
  );
  return { title, body };
}

interface FactsProps {
  context: StoreContext;
  document: StockDocument;
  extraFacts?: readonly (readonly [name: string, value: string])[];
}

export function DocumentFacts({ context, document, extraFacts = [] }: FactsProps) {
  const t = stockTexts(context.language);
  const nameOf = warehouseNames(context);
  const { toWarehouseId, orderId } = document;
  const order = orderId === null ? undefined : orderById(context.db, orderId);
  return (
    <Facts
      facts={[
        [
          t.status,
          <Tag tone={STATUS_TONES[document.status]}>{documentStatusLabels(context.language)[document.status]}</Tag>,
        ],
        [t.warehouse, nameOf(document.warehouseId) + (toWarehouseId === null ? '' : ` → ${nameOf(toWarehouseId)}`)],
        [t.time, <Time at={document.commitTime ?? document.createTime} />],
        ...userFacts(context, document),
        [
          t.order,
          order && (
            <TextLink href={`/office/orders/${idText(order.id)}`}>{t.orderNumber(String(order.orderNumber))}</TextLink>
          ),
        ],
        [t.note, document.note],
        ...extraFacts,
      ]}
    />
  );
}

function userFacts({ language }: StoreContext, document: StockDocument) {
  const t = stockTexts(language);
  const { userName, commitUserName } = document;
  return isCommittedByAnother(document)
    ? ([
        [t.startedBy, userName ?? t.system],
        [t.committedBy, commitUserName ?? t.system],
      ] as const)
    : ([[t.by, userName ?? t.system]] as const);
}

/** The lines of the document, with costs for owners only. */
function MovedLines({ context, document }: { context: StoreContext; document: StockDocument }) {
  const t = stockTexts(context.language);
  const lines = movedLines(context.db, document.id);
  const withCost = context.may('costs') && document.kind === 'purchase';
  return (
    <>
      <List
        rows={lines}
        columns={(column) => [
          column(t.item, (line) => (
            <div>
              <ItemLink context={context} item={line} />
            </div>
          )),
          column(t.qty, 'number', ({ qty }) => count(qty)),
          withCost && column(t.cost, 'money', ({ cost }) => (cost === null ? '–' : baht(cost))),
          withCost && column(t.amount, 'money', (line) => amountText(amountOf(line))),
        ]}
      />
      {withCost && (
        <p class="stock-sums">
          <span>
            {t.amount} <strong class="money">{amountText(totalOf(lines))}</strong>
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

export function documentFile(context: StoreContext): ListFile {
  const document = documentOfStore(context.db, context.store.id, context.id());
  const id = idText(document.id);
  const name = `${stockTexts(context.language).document} ${id}`;
  const ascii = `stock-document-${id}`;
  if (document.kind === 'count' || document.kind === 'fulfilment')
    return listFile(name, countLines(context.db, document.id), countColumns(context), ascii);
  return listFile(name, movedLines(context.db, document.id), moveColumns(context, document), ascii);
}

function countColumns(context: StoreContext): Columns<CountLine> {
  const t = countTexts(context.language);
  return {
    ...variantColumns(context),
    [t.expected]: ({ expected }) => expected,
    [t.counted]: ({ counted }) => counted,
    [t.difference]: ({ found }) => found,
    [t.onlyMoved]: ({ movedSince }) => movedSince,
  };
}

/** The command line reads such a file: see `HEADINGS` of cli/variant-lines.ts. */
function moveColumns(context: StoreContext, { kind }: StockDocument): Columns<MovedLine> {
  const t = stockTexts(context.language);
  const withCost = context.may('costs') && kind === 'purchase';
  return {
    ...variantColumns(context),
    [t.qty]: ({ qty }) => qty,
    ...(withCost ? { [t.cost]: ({ cost }: MovedLine) => cost && moneyText(cost) } : {}),
  };
}
