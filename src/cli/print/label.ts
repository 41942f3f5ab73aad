import { Option } from 'commander';
import { LABEL_SIZES, type LabelSize } from '../../domain/print/labels/label.ts';
import { printOrderLabels } from '../../domain/print/print-orders.ts';
import { idArgument, type Shell } from '../shell.ts';
import { answerPdf, type FileOptions, writesPdf } from './pdf-file.ts';

export function labelCommand(shell: Shell): void {
  const label = shell.program
    .command('label')
    .description('shipping labels, one for each shipment that has a tracking number, as a PDF')
    .argument('<order...>', 'the orders’ ids')
    .addOption(
      new Option('--size <size>', 'of a label, in mm; a4 is a sheet of four of A6')
        .choices(Object.keys(LABEL_SIZES))
        .default('100x150'),
    );
  writesPdf(label).action((ids: string[], { size, ...options }: FileOptions & { size: LabelSize }) =>
    shell.withDatabase((ctx) => {
      const orderIds = ids.map((id) => idArgument(id, 'ORDER'));
      return answerPdf(shell, options, () => printOrderLabels(ctx.db, orderIds, size, ctx.now()));
    }),
  );
}
