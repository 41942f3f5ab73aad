import { orderById } from '../../../domain/orders/order.ts';
import { listDocuments, type StockDocument } from '../../../domain/stock/document-list.ts';
import { type DocumentKind, type DocumentStatus, REASONS_OF } from '../../../domain/stock/stock-documents.ts';
import { idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { fields, optionalChoice, optionalId } from '../../forms/fields.ts';
import { SelectField } from '../../forms/inputs.tsx';
import type { OfficeResponse } from '../../office-response.ts';
import { commonTexts } from '../../page/common-texts.ts';
import { Empty, Heading, Tag, Time, withQuery } from '../../page/components.tsx';
import { ExportMenu } from '../../page/export-menu.tsx';
import { List } from '../../page/list.tsx';
import { type Columns, type ListFile, longListFile, minuteColumn, pagesOf } from '../../page/list-file.ts';
import { activeFilter, ListFilters } from '../../page/list-filters.tsx';
import type { StoreContext } from '../../request-context.ts';
import { filterParams } from '../list/stock-list.tsx';
import { StockTabs } from '../stock-components.tsx';
import { documentKindLabels, documentStatusLabels, STATUS_TONES } from '../stock-labels.ts';
import { stockTexts } from '../stock-texts.ts';
import { openWarehouses, warehouseNames } from '../warehouse-options.ts';
import { WarehouseFilter } from '../warehouse-select.tsx';

const KINDS = Object.keys(REASONS_OF) as DocumentKind[];
const STATUSES: readonly DocumentStatus[] = ['draft', 'committed', 'discarded'];

const listQuery = fields({
  kind: optionalChoice(KINDS),
  status: optionalChoice(STATUSES),
  warehouse: optionalId,
  before: optionalId,
});

const PAGE = 50;

/** @param last the last document of the page before; by default the page that the URL requests */
function readDocuments(context: StoreContext, limit: number, last?: StockDocument): StockDocument[] {
  const { warehouse, before, ...search } = context.query(listQuery);
  return listDocuments(context.db, context.store.id, {
    ...{ ...search, warehouseId: warehouse, before: last?.id ?? before },
    ...{ limit, offset: 0 },
  });
}

/** Lists the stock documents of the store. */
export function documentsPage(context: StoreContext): OfficeResponse {
  const t = stockTexts(context.language);
  const documents = readDocuments(context, PAGE + 1);
  const page = documents.slice(0, PAGE);
  const body = (
    <>
      <Heading title={t.documents}>
        <ExportMenu href={listUrl(context.request.url)} />
      </Heading>
      <StockTabs context={context} />
      <Filter context={context} />
      {page.length === 0 ? (
        <Empty title={t.noDocuments} hint={t.noDocumentsHint} />
      ) : (
        <DocumentTable context={context} documents={page} />
      )}
      <OlderDocuments context={context} last={documents.length > PAGE ? page.at(-1) : undefined} />
    </>
  );
  return { title: t.documents, body };
}

/** Links to older documents and back to the newest. */
export function OlderDocuments({ context, last }: { context: StoreContext; last: StockDocument | undefined }) {
  const t = stockTexts(context.language);
  const { url } = context.request;
  const isFirst = !url.searchParams.has('before');
  if (isFirst && !last) return null;
  return (
    <nav class="pager" aria-label={commonTexts(context.language).pages}>
      {isFirst ? <span /> : <a href={withQuery(url, { before: undefined })}>‹ {t.newest}</a>}
      {last ? <a href={withQuery(url, { before: idText(last.id) })}>{t.older} ›</a> : <span />}
    </nav>
  );
}

function Filter({ context }: { context: StoreContext }) {
  const t = stockTexts(context.language);
  const { kind, status, warehouse } = context.query(listQuery);
  const kindLabels = documentKindLabels(context.language);
  const statusLabels = documentStatusLabels(context.language);
  return (
    <ListFilters
      action="/stock/documents"
      active={[
        ...activeFilter('kind', t.kind, kind && kindLabels[kind]),
        ...activeFilter('status', t.status, status && statusLabels[status]),
        ...activeFilter('warehouse', t.warehouse, openWarehouses(context).find(({ id }) => id === warehouse)?.name),
      ]}
    >
      <SelectField name="kind" label={t.kind} options={optionsOf(KINDS, kindLabels)} empty={t.anyKind} value={kind} />
      <SelectField
        name="status"
        label={t.status}
        options={optionsOf(STATUSES, statusLabels)}
        empty={t.anyStatus}
        value={status}
      />
      <WarehouseFilter context={context} />
    </ListFilters>
  );
}

const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

const listUrl = (url: URL): string => withQuery(new URL('/office/stock/documents', url), filterParams(url));

const documentPath = ({ id, kind }: Pick<StockDocument, 'id' | 'kind'>): string =>
  `/stock/${kind === 'count' ? 'counts' : 'documents'}/${idText(id)}`;

export function DocumentTable({ context, documents }: { context: StoreContext; documents: readonly StockDocument[] }) {
  const t = stockTexts(context.language);
  const nameOf = warehouseNames(context);
  return (
    <div class="scroll">
      <List
        class="list stock-cards"
        rows={documents}
        opensRows
        columns={(column) => [
          column(t.kind, (document) => (
            <a href={`/office${documentPath(document)}`}>
              {t.documentNumber(documentKindLabels(context.language)[document.kind], idText(document.id))}
            </a>
          )),
          column(t.time, (document) => <Time at={document.commitTime ?? document.createTime} />),
          column(t.warehouse, (document) => (
            <>
              {nameOf(document.warehouseId)}
              {document.toWarehouseId !== null && ` → ${nameOf(document.toWarehouseId)}`}
            </>
          )),
          column(t.status, (document) => (
            <Tag tone={STATUS_TONES[document.status]}>{documentStatusLabels(context.language)[document.status]}</Tag>
          )),
          column(t.lineCount, 'number', (document) => count(document.lineCount)),
          column(t.by, (document) => document.commitUserName ?? document.userName ?? t.system),
          column(t.note, 'break', (document) => document.note ?? ''),
        ]}
      />
    </div>
  );
}

export function documentsFile(context: StoreContext): ListFile {
  const documents = pagesOf<StockDocument>((last, limit) => readDocuments(context, limit, last));
  const { db, language } = context;
  const t = stockTexts(language);
  const nameOf = warehouseNames(context);
  const columns: Columns<StockDocument> = {
    [t.number]: ({ id }) => id,
    [t.kind]: ({ kind }) => documentKindLabels(language)[kind],
    [t.status]: ({ status }) => documentStatusLabels(language)[status],
    [t.time]: minuteColumn(({ commitTime, createTime }) => commitTime ?? createTime),
    [t.warehouse]: ({ warehouseId }) => nameOf(warehouseId),
    [t.toWarehouse]: ({ toWarehouseId }) => toWarehouseId && nameOf(toWarehouseId),
    [t.order]: ({ orderId }) => orderId && orderById(db, orderId)?.orderNumber,
    [t.by]: ({ userName }) => userName,
    [t.committedBy]: ({ commitUserName }) => commitUserName,
    [t.lineCount]: ({ lineCount }) => lineCount,
    [t.note]: ({ note }) => note,
  };
  return longListFile(t.documents, documents, columns, 'stock-documents');
}
