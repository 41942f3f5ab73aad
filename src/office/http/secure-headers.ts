/** Pages load and run only the office's own files; other sites cannot embed them in a frame. */
const contentSecurityPolicy = (scripts: string): string =>
  [
    "default-src 'none'",
    "object-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-src 'self'", // a label that is printed immediately
    "frame-ancestors 'self'",
  ].join('; ');

export const SECURE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy("'self'"),
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
};

/** A page with the camera scanner may use the camera, and runs a decoder in WebAssembly. */
export const SCANNER_HEADERS: Readonly<Record<string, string>> = {
  ...SECURE_HEADERS,
  'Content-Security-Policy': contentSecurityPolicy("'self' 'wasm-unsafe-eval'"),
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=()',
};
