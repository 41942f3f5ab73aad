import { catalogue } from './catalogue.ts';

/** What the operator of the server has to fix: config, database, certificate, installation. */
export const operator = catalogue({
  certificate_invalid: {
    en: ({ tls_cert, tls_key, why }: { tls_cert: string; tls_key: string; why: string }) =>
      `${tls_cert} and ${tls_key} are not a certificate with its key (${why}). Renew both.`,
    th: ({ tls_cert, tls_key, why }) => `${tls_cert} และ ${tls_key} ไม่ใช่ใบรับรองที่คู่กับกุญแจ (${why}) กรุณาต่ออายุทั้งสองไฟล์`,
  },
  certificate_file_unreadable: {
    en: ({ why }: { why: string }) => `The file cannot be read: ${why}`,
    th: ({ why }) => `อ่านไฟล์ไม่ได้: ${why}`,
  },
});
