import { storeAddresses } from '../../domain/addresses.ts';
import { legalParty } from '../../domain/print/sheets/receipt.ts';
import type { Money } from '../../lib/money.ts';
import { satang } from '../../lib/number-format.ts';
import { minuteText } from '../page/format.ts';
import type { FileHead, ListFile } from '../page/list-file.ts';
import type { StoreContext } from '../request-context.ts';
import { reportTexts } from './report-texts.ts';

interface ReportHead {
  title: string;
  period: string;
  /** They are texts, so that a sum over a column does not count them. */
  totals: FileHead['facts'];
}

/** The file of a report with the store, its tax ID, the period, the time of the export and the totals. */
export function withReportHead(context: StoreContext, file: ListFile, { title, period, totals }: ReportHead): ListFile {
  const { db, store, language, now } = context;
  const t = reportTexts(language);
  const taxed = storeAddresses(db, store.id).find(({ legal_entity_id }) => legal_entity_id !== undefined);
  const party = taxed && legalParty(taxed);
  const facts: FileHead['facts'] = [
    [t.store, store.name],
    ...(party
      ? ([
          [t.legalName, party.name],
          [t.taxId, [party.taxId, party.branch].filter(Boolean).join(' · ')],
        ] as const)
      : []),
    [t.period, period],
    [t.exported, minuteText(now, language)],
    ...totals,
  ];
  return { ...file, head: { title, facts } };
}

/** @param sums by the headings of their columns */
export const totalFacts = (label: string, sums: Readonly<Record<string, Money>>): FileHead['facts'] =>
  Object.entries(sums).map(([heading, amount]) => [`${label} – ${heading}`, satang(amount)]);
