import { baseUrl } from '../config.ts';
import type { AddedCodes } from '../domain/orders/order-codes.ts';
import type { Cli } from './cli.ts';

/** Builds the OpenAPI document of a service at `base`. */
export type OpenApi = (added: AddedCodes, base: string) => Promise<object>;

export function openApiCommand(cli: Cli, openApi: OpenApi): void {
  cli.program
    .command('openapi')
    .description('Print the OpenAPI 3.1 document of the partner API')
    .action(async () => {
      const config = cli.config();
      const { host, port } = config.listen;
      cli.printJson(await openApi(config.values, baseUrl(config) ?? `http://${host}:${port}`));
    });
}
