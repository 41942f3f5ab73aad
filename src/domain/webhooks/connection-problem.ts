import type { Message } from '../../lib/messages/catalogue.ts';
import { message } from '../../lib/messages/message.ts';
import { TargetError } from './targets.ts';

interface NetworkError extends Error {
  code?: string;
  syscall?: string;
  hostname?: string;
  address?: string;
  port?: number;
  errors?: NetworkError[];
}

const UNTRUSTED = /^(CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_)/;

/** Why a webhook's receiver gave no HTTP status. */
export function connectionProblem(error: NetworkError): Message {
  if (error instanceof TargetError) return error.problem;
  const { code = '', syscall, hostname: host = '', address, port } = error.errors?.[0] ?? error; // one for each address
  if (syscall === 'getaddrinfo') return message('webhook_host_not_found', { host, code });
  if (syscall === 'connect') return connectProblem(code, `${address}:${port}`);
  if (syscall === 'read' || syscall === 'write') return message('webhook_connection_lost', { code });
  if (code === 'CERT_HAS_EXPIRED') return message('webhook_certificate_expired');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return message('webhook_certificate_of_another_host');
  if (UNTRUSTED.test(code)) return message('webhook_certificate_untrusted', { code });
  if (code === 'ECONNRESET') return message('webhook_connection_closed');
  return message('foreign_text', { text: error.message || code });
}

const connectProblem = (code: string, address: string): Message =>
  code === 'ECONNREFUSED'
    ? message('webhook_connection_refused', { address })
    : message('webhook_connection_failed', { address, code });
