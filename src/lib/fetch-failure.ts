import { TargetError } from './guarded-connection.ts';
import type { Message } from './messages/catalogue.ts';

interface NetworkError extends Error {
  code?: string;
  syscall?: string;
  errors?: NetworkError[];
}

/** Errors before anything is sent: the certificate is verified first. */
const NOT_CONNECTED =
  /^(UND_ERR_CONNECT_TIMEOUT|ERR_INVALID_URL|ERR_TLS_CERT_ALTNAME_INVALID|CERT_\w+|UNABLE_TO_\w+|\w*SELF_SIGNED_CERT\w*)$/;

export interface FetchFailure {
  /** The request certainly did not reach the server. */
  isUnsent: boolean;
  /** A code such as `ECONNREFUSED`, or a text. */
  why: string;
  /** Why raan may not connect to the address. */
  refused: Message | undefined;
}

/** The stage at which a request of `outboundFetch` failed with this error. */
export function fetchFailure(error: Error): FetchFailure {
  const cause = (error.cause ?? error) as NetworkError;
  const causes = cause.errors?.length ? cause.errors : [cause]; // one for each address that was tried
  const isUnsent = causes.every(
    ({ syscall, code = '' }) => syscall === 'connect' || syscall === 'getaddrinfo' || NOT_CONNECTED.test(code),
  );
  const first = causes[0] as NetworkError;
  const refused = cause instanceof TargetError ? cause.problem : undefined;
  return { isUnsent: isUnsent || refused !== undefined, why: first.code ?? first.message, refused };
}
