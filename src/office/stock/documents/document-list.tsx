import { listDocuments, type StockDocument } from '../../../domain/stock/document-list.ts';
import { type DocumentKind, type DocumentStatus, REASONS_OF } from '../../../domain/stock/documents.ts';
import { bangkokMinute } from '../../../lib/calendar.ts';
import { idText } from '../../../lib/ids.ts';
import type { Answer } from '../../answer.ts';
import { fields, optionalChoice, optionalId } from '../../forms/fields.ts';
import { SelectField, Submit } from '../../forms/inputs.tsx';
import { csvFile } from '../../page/downloads.ts';
import { count } from '../../page/format.ts';
import { Columns, Empty, Heading, Tag, Time, withQuery } from '../../page/parts.tsx';
import { words } from '../../page/texts.ts';
import type { Visit } from '../../visit.ts';
import { queryOf } from '../list/stock-list.tsx';
import { FileLink, StockTabs } from '../stock-components.tsx';
import { kindNames, STATUS_TONES, statusNames } from '../stock-labels.ts';
import { stockTexts } from '../stock-texts.ts';
import { openPlaces, placeNames, placeOptions } from '../warehouse-options.ts';

const KINDS = Object.keys(REASONS_OF) as DocumentKind[];
const STATUSES: readonly DocumentStatus[] = ['draft', 'committed', 'discarded'];

const asked = fields({
  kind: optionalChoice(KINDS),
  status: optionalChoice(STATUSES),
  warehouse: optionalId,
  before: optionalId,
});

const PAGE = 50;

function read(visit: Visit, limit: number): StockDocument[] {
  const { warehouse, ...search } = visit.query(asked);
  return listDocuments(visit.ctx.db, visit.store.id, { ...search, warehouseId: warehouse, limit, offset: 0 });
}

/** What the store's goods came, went and were counted by. */
export function documentsPage(visit: Visit): Answer {
  const t = stockTexts(visit.language);
  const found = read(visit, PAGE + 1);
  const page = found.slice(0, PAGE);
  const body = (
    <>
      <Heading title={t.documents} />
      <StockTabs visit={visit} />
      <Filter visit={visit} />
      {page.length === 0 ? (
        <Empty title={t.noDocuments}>
          <p>{t.noDocumentsHint}</p>
        </Empty>
      ) : (
        <DocumentTable visit={visit} documents={page} />
      )}
      <OlderDocuments visit={visit} last={found.length > PAGE ? page.at(-1) : undefined} />
    </>
  );
  return { title: t.documents, body };
}

/** Leads to what is older, and back to the newest. */
export function OlderDocuments({ visit, last }: { visit: Visit; last: StockDocument | undefined }) {
  const t = stockTexts(visit.language);
  const { url } = visit.asked;
  const isFirst = !url.searchParams.has('before');
  if (isFirst && !last) return null;
  return (
    <nav class="pager" aria-label={words(visit.language).pages}>
      {isFirst ? <span /> : <a href={withQuery(url, { before: undefined })}>‹ {t.newest}</a>}
      {last ? <a href={withQuery(url, { before: idText(last.id) })}>{t.older} ›</a> : <span />}
    </nav>
  );
}

function Filter({ visit }: { visit: Visit }) {
  const t = stockTexts(visit.language);
  const { kind, status, warehouse } = visit.query(asked);
  const kinds = KINDS.map((value) => ({ value, label: kindNames(visit.language)[value] }));
  const statuses = STATUSES.map((value) => ({ value, label: statusNames(visit.language)[value] }));
  return (
    <form class="inline" action="/office/stock/documents">
      <SelectField name="kind" label={t.kind} options={kinds} empty={t.anyKind} value={kind} />
      <SelectField name="status" label={t.status} options={statuses} empty={t.anyStatus} value={status} />
      {openPlaces(visit).length > 1 && (
        <SelectField
          name="warehouse"
          label={t.warehouse}
          options={placeOptions(visit)}
          empty={t.everyWarehouse}
          value={warehouse}
        />
      )}
      <Submit class="secondary outline">{words(visit.language).filter}</Submit>
      <FileLink href={withQuery(new URL('/office/stock/documents.csv', visit.asked.url), queryOf(visit.asked.url))}>
        {words(visit.language).csv}
      </FileLink>
    </form>
  );
}

/** Where the document is looked at. */
const documentPath = ({ id, kind }: Pick<StockDocument, 'id' | 'kind'>): string =>
  `/stock/${kind === 'count' ? 'counts' : 'documents'}/${idText(id)}`;

export function DocumentTable({ visit, documents }: { visit: Visit; documents: readonly StockDocument[] }) {
  const t = stockTexts(visit.language);
  const nameOf = placeNames(visit);
  return (
    <div class="scroll">
      <table class="list stock-cards">
        <Columns of={[t.kind, t.time, t.warehouse, t.status, [t.lineCount, 'right'], t.user, t.note]} />
        <tbody>
          {documents.map((document) => (
            <tr>
              <th scope="row">
                <a href={`/office${documentPath(document)}`}>
                  {t.documentIs(kindNames(visit.language)[document.kind], idText(document.id))}
                </a>
              </th>
              <td data-label={t.time}>
                <Time visit={visit} at={document.commitTime ?? document.createTime} />
              </td>
              <td data-label={t.warehouse}>
                {nameOf(document.warehouseId)}
                {document.toWarehouseId !== null && ` → ${nameOf(document.toWarehouseId)}`}
              </td>
              <td data-label={t.status}>
                <Tag tone={STATUS_TONES[document.status]}>{statusNames(visit.language)[document.status]}</Tag>
              </td>
              <td class="number" data-label={t.lineCount}>
                {count(document.lineCount)}
              </td>
              <td data-label={t.user}>{document.userName ?? t.system}</td>
              <td data-label={t.note} class="break">
                {document.note ?? ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const MOST_ROWS = 10_000; // of the file

export function documentsCsv(visit: Visit): Answer {
  const rows = read(visit, MOST_ROWS).map((document) => [
    document.id,
    document.kind,
    document.status,
    bangkokMinute(document.commitTime ?? document.createTime),
    document.warehouseKey,
    document.toWarehouseKey,
    document.orderId,
    document.userName,
    document.lineCount,
    document.note,
  ]);
  const columns = ['id', 'kind', 'status', 'time', 'warehouse', 'to_warehouse', 'order', 'user', 'lines', 'note'];
  return csvFile('stock-documents', columns, rows);
}
