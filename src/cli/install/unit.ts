/** What a unit is made for; paths are absolute. */
export interface Service {
  executable: string;
  config: string;
  /** What holds the database. */
  folder: string;
  /** The account it runs as; undefined: one that systemd makes for each run. */
  user: string | undefined;
  /** Other folders that it writes to. */
  alsoWrites: readonly string[];
  /** It listens below port 1024. */
  lowPort: boolean;
}

const STATE = '/var/lib/';

/** The folder's name where systemd looks after it: one step below /var/lib. */
export const stateName = (folder: string): string | undefined =>
  folder.startsWith(STATE) && !folder.slice(STATE.length).includes('/') ? folder.slice(STATE.length) : undefined;

/** A systemd unit that lets the service reach its own folder and the network, and as little else as it can work with. */
export function unitText(service: Service): string {
  const capability = service.lowPort ? 'CAP_NET_BIND_SERVICE' : '';
  return `[Unit]
Description=raan, orders and catalogue of a store
After=network.target
# It is never given up: what was missing may come, an address or a disk.
StartLimitIntervalSec=0

[Service]
Type=notify
# Readiness is told by systemd-notify, which is a process of its own.
NotifyAccess=all
ExecStart=${service.executable} --config ${service.config} serve
# Secrets that are not to stand in the config, which everyone may read: NAME=value lines.
EnvironmentFile=-/etc/raan/environment
Restart=on-failure
RestartSec=2
# A newer raan copies and migrates a large database before it answers.
TimeoutStartSec=1h
# It comes to rest within 8 s, by itself.
TimeoutStopSec=15
KillMode=mixed
WatchdogSec=2min
LimitNOFILE=65536

${accountLines(service).join('\n')}
UMask=0077
${service.alsoWrites.map((folder) => `ReadWritePaths=${folder}\n`).join('')}
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
# MemoryDenyWriteExecute stays off: V8 compiles JavaScript into memory that it then executes.

[Install]
WantedBy=multi-user.target
`;
}

/** Who runs it, and the folder that is theirs. */
function accountLines({ folder, user }: Service): string[] {
  const state = stateName(folder);
  const account = user === undefined ? ['DynamicUser=yes'] : [`User=${user}`, `Group=${user}`];
  const place =
    state === undefined ? [`ReadWritePaths=${folder}`] : [`StateDirectory=${state}`, 'StateDirectoryMode=0700'];
  return [...account, ...place, `WorkingDirectory=${folder}`];
}
