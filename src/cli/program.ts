import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { type Context, openContext } from '../context.ts';

/** Runs one command and answers the exit status. */
export async function runProgram(
  args: string[],
  serve: (ctx: Context) => Promise<{ address: string }>,
): Promise<number> {
  const program = new Command('raan').option('--config <file>');
  program.command('serve').action(async () => {
    const ctx = openContext(readConfig(program.opts().config), { create: true });
    const { address } = await serve(ctx);
    console.log(`raan listens on ${address}`);
    process.once('SIGTERM', () => process.exit(0));
  });
  await program.parseAsync(args, { from: 'user' });
  return 0;
}
