import { baseUrl } from '../config.ts';
import type { AddedCodes } from '../domain/orders/codes.ts';
import type { Shell } from './shell.ts';

/** Makes the OpenAPI document for a service at `base`; wired in from outside. */
export type OpenApi = (added: AddedCodes, base: string) => Promise<object>;

export function openApiCommand(shell: Shell, openApi: OpenApi): void {
  shell.program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the partner API, always as JSON')
    .action(async () => {
      const config = shell.config();
      const { host, port } = config.listen;
      shell.answerJson(await openApi(config.values, baseUrl(config) ?? `http://${host}:${port}`));
    });
}
