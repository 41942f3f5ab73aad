import type { Command } from 'commander';
import { existingShipment } from '../../domain/orders/shipments/read.ts';
import { eventsOf, type KeptEvent } from '../../domain/orders/tracking/events.ts';
import { idText } from '../../lib/ids.ts';
import { idArgument, type Shell } from '../shell.ts';
import { table, timeText } from '../table.ts';

export const eventsCommand = (shell: Shell, shipment: Command): Command =>
  shipment
    .command('events')
    .description('all that the courier has said of a shipment, oldest first')
    .argument('<id>', 'the shipment’s id')
    .action((id: string) =>
      shell.withDatabase((ctx) => {
        const found = existingShipment(ctx.db, idArgument(id, 'ID'));
        const events = eventsOf(ctx.db, found.id);
        const rows = events.map((event) => [
          timeText(event.time),
          event.code,
          event.status,
          event.location,
          event.description,
        ]);
        shell.answer(
          {
            shipment_id: idText(found.id),
            tracking_number: found.trackingNumber ?? undefined,
            status: found.status,
            events: events.map(eventView),
          },
          table(['time', 'code', 'means', 'where', 'what the courier says'], rows),
        );
      }),
    );

const eventView = (event: KeptEvent) => ({
  event_time: event.time,
  code: event.code,
  status: event.status ?? undefined,
  description: event.description,
  location: event.location ?? undefined,
  receive_time: event.receiveTime,
});
