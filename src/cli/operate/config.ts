import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, DEFAULT_CONFIG_FILE } from '../../config.ts';
import type { Cli } from '../cli.ts';

export function configCommands(cli: Cli): void {
  cli.program
    .command('config')
    .description('Check the config file')
    .command('check')
    .description('List every error of the config file')
    .action(() => {
      const config = cli.config();
      const file = path.resolve(cli.configFile ?? DEFAULT_CONFIG_FILE);
      cli.print(
        withoutSecrets(config),
        existsSync(file) ? `${file} is valid` : `${file} does not exist; the defaults apply`,
      );
    });
}

const HIDDEN = '(set)';

function withoutSecrets(config: Config): Config {
  const { backup, metrics } = config;
  return {
    ...config,
    backup: { ...backup, s3: { ...backup.s3, secret_key: backup.s3.secret_key && HIDDEN } },
    metrics: { ...metrics, token: metrics.token && HIDDEN },
  };
}
