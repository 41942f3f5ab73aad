import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import { after } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { caddyfileText, plainHttpText } from '../src/cli/operate/install/install-plan.ts';
import { makeCertificate } from './certificates.ts';
import { blockWith } from './documents.ts';
import { temporaryFolder } from './support.ts';
import { toolPath } from './tools.ts';

export type ProxyName = 'caddy' | 'nginx';

export interface RunningProxy {
  /** The public base URL. */
  url: string;
  port: number;
}

/** A free port, for programs that cannot choose one. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface ProxyOptions {
  port: number;
  /** `http://127.0.0.1:8080` */
  upstream: string;
  /** The proxy's idle timeout for server connections, in its own syntax. */
  keepAlive?: string;
}

/** A real proxy in front of a server, with plain HTTP, until the end of the test. */
export function openProxy(name: ProxyName, options: ProxyOptions): Promise<RunningProxy> {
  const url = `http://127.0.0.1:${options.port}`;
  if (name === 'caddy') return openCaddy(temporaryFolder(), url, options);
  return openNginx(url, `127.0.0.1:${options.port}`, options);
}

/** A proxy with HTTPS at `localhost`. This process trusts its certificate afterwards. */
export async function openSecureProxy(name: ProxyName, options: ProxyOptions): Promise<RunningProxy> {
  const url = `https://localhost:${options.port}`;
  if (name === 'caddy') {
    const folder = temporaryFolder();
    const proxy = await openCaddy(folder, url, options);
    trust(path.join(folder, 'caddy', 'pki', 'authorities', 'local', 'root.crt')); // root certificate of its own CA
    return proxy;
  }
  const { cert, key } = makeCertificate('localhost');
  trust(cert);
  const secure = `127.0.0.1:${options.port} ssl; ssl_certificate ${cert}; ssl_certificate_key ${key}`;
  return openNginx(url, secure, options);
}

const trust = (file: string) => setDefaultCACertificates([...getCACertificates(), readFileSync(file, 'utf8')]);

/** Uses the site that `raan install` writes. */
async function openCaddy(folder: string, url: string, { port, upstream, keepAlive = '60s' }: ProxyOptions) {
  const site = caddyfileText(url, new URL(upstream).host).replace('keepalive 60s', `keepalive ${keepAlive}`);
  const global = '{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n';
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, global + site);
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  await started('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { port, env });
  return { url, port };
}

/** The site for plain http that `raan install` writes. */
export async function openPlainHttp(port: number): Promise<RunningProxy> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${plainHttpText(`127.0.0.1:${port}`)}`);
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  await started('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { port, env });
  return { url: `http://127.0.0.1:${port}`, port };
}

/** The site of docs/install.md#reverse-proxy, with another listen address. */
const nginxSite = (listen: string, upstream: string, keepAlive: string): string =>
  blockWith('nginx', 'upstream raan')
    .replace('server 127.0.0.1:8080;', `server ${upstream}; keepalive_timeout ${keepAlive};`)
    .replace('listen 443 ssl;', `listen ${listen};`);

async function openNginx(url: string, listen: string, { port, upstream, keepAlive = '60s' }: ProxyOptions) {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'logs'));
  const file = path.join(folder, 'nginx.conf');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;
    events {}
    http {
      access_log off;
      ${places.map((place) => `${place}_temp_path ${folder}/${place};`).join(' ')}
      ${nginxSite(listen, new URL(upstream).host, keepAlive)}
    }`,
  );
  await started('nginx', ['-p', folder, '-c', file], { port, env: {} });
  return { url, port };
}

/** Runs the program until the end of the test; resolves when the port accepts connections. */
async function started(name: string, args: string[], { port, env }: { port: number; env: Record<string, string> }) {
  const child = spawn(toolPath(name) ?? name, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (part) => {
    output += part;
  });
  const ended = once(child, 'close');
  after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const end = performance.now() + 20_000;
  while (!(await isListening(port))) {
    assert.equal(child.exitCode, null, output);
    assert.ok(performance.now() < end, output);
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return false;
  } finally {
    socket.destroy();
  }
}
