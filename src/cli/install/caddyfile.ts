/**
 * A site for the main Caddyfile to import: TLS for the domain, and everything handed to raan.
 *
 * @param upstream `127.0.0.1:8080`
 */
export const caddyfileText = (domain: string, upstream: string): string => `${domain} {
	encode gzip
	# A browser that has been here comes by https alone, for a year.
	header Strict-Transport-Security max-age=31536000
	request_body {
		# More than the office takes, so that raan itself says what is too large.
		max_size 64MB
	}
	reverse_proxy ${upstream} {
		# While raan is started anew, pages wait. Of calls with a body Caddy before 2.7 answers 502; they are sent again.
		lb_try_duration 10s
		lb_try_interval 100ms
		transport http {
			dial_timeout 3s
			# Shorter than raan keeps a connection that nobody uses.
			keepalive 60s
		}
	}
}
`;
