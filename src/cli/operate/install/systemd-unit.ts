import { PERMANENT_STATUS } from '../permanent.ts';

/** Paths are absolute. */
export interface Service {
  executable: string;
  config: string;
  folder: string;
  /** The account it runs as; undefined for a dynamic user of systemd. */
  user: string | undefined;
  extraFolders: readonly string[];
  /** Listens on a port below 1024. */
  lowPort: boolean;
}

const STATE = '/var/lib/';

/** The name of a folder directly below /var/lib, which systemd can manage as StateDirectory. */
export const stateDirectory = (folder: string): string | undefined =>
  folder.startsWith(STATE) && !folder.slice(STATE.length).includes('/') ? folder.slice(STATE.length) : undefined;

/** A systemd unit that allows the service its own folder and the network, and little else. */
export function unitText(service: Service): string {
  const capability = service.lowPort ? 'CAP_NET_BIND_SERVICE' : '';
  return `[Unit]
Description=raan, orders and catalog of a store
After=network.target
# Retry forever: a missing address or disk may appear later.
StartLimitIntervalSec=0

[Service]
Type=notify
# systemd-notify reports readiness from a separate process.
NotifyAccess=all
ExecStart=${service.executable} --config ${service.config} serve
# Saves memory: with a heap per thread, glibc would keep what each of them has freed.
Environment=MALLOC_ARENA_MAX=2
# Secrets, as NAME=value lines, because the config is world-readable.
EnvironmentFile=-/etc/raan/environment
Restart=on-failure
RestartSec=2
# An unusable config or a damaged database needs the operator.
RestartPreventExitStatus=${PERMANENT_STATUS}
# An upgrade copies and migrates a large database before the server listens.
TimeoutStartSec=1h
# A clean stop takes up to 8 s.
TimeoutStopSec=15
KillMode=mixed
WatchdogSec=2min
LimitNOFILE=65536

${accountLines(service).join('\n')}
UMask=0077
${service.extraFolders.map((folder) => `ReadWritePaths=${folder}\n`).join('')}
NoNewPrivileges=yes
CapabilityBoundingSet=${capability}
AmbientCapabilities=${capability}
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectHostname=yes
ProtectClock=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectProc=invisible
ProcSubset=pid
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
# No MemoryDenyWriteExecute: V8 executes memory that it has compiled JavaScript into.

[Install]
WantedBy=multi-user.target
`;
}

/** The account and its folder. */
function accountLines({ folder, user }: Service): string[] {
  const state = stateDirectory(folder);
  const account = user === undefined ? ['DynamicUser=yes'] : [`User=${user}`, `Group=${user}`];
  const writable =
    state === undefined ? [`ReadWritePaths=${folder}`] : [`StateDirectory=${state}`, 'StateDirectoryMode=0700'];
  return [...account, ...writable, `WorkingDirectory=${folder}`];
}
