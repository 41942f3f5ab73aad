/**
 * A site to import into the main Caddyfile: HTTPS for the domain, proxied to raan.
 *
 * @param upstream `127.0.0.1:8080`
 */
export const caddyfileText = (domain: string, upstream: string): string => `${domain} {
	encode gzip
	# Browsers use HTTPS only, for a year.
	header Strict-Transport-Security max-age=31536000
	request_body {
		# Above the limits of the office, so that raan answers requests that are too large.
		max_size 64MB
	}
	reverse_proxy ${upstream} {
		# Requests wait while raan restarts. Before Caddy 2.7, requests with a body get a 502; clients retry them.
		lb_try_duration 10s
		lb_try_interval 100ms
		transport http {
			dial_timeout 3s
			# Shorter than the idle timeout of raan, so that Caddy closes first.
			keepalive 60s
		}
	}
}
`;
