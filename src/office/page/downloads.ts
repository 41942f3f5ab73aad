import type { Printed } from '../../domain/print/print-job.ts';

/** A PDF that opens in the browser. `name` and `ascii`, as in `ListFile`, without `.pdf`. */
export const pdfFile = (name: string, { pdf }: Printed, { inline = true, ascii = name } = {}): Response =>
  download(pdf, { name: `${name}.pdf`, ascii: `${ascii}.pdf`, type: 'application/pdf', inline });

export function download(
  bytes: Uint8Array | ReadableStream,
  { name, ascii = name, type, inline = false }: { name: string; ascii?: string; type: string; inline?: boolean },
): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer> | ReadableStream, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `${inline ? 'inline' : 'attachment'}; filename="${ascii.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}
