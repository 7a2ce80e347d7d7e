import { sql } from 'kysely'
import { supportChannels } from '#domain/support/channel.ts'
import { supportConsoleEndpoints } from '#domain/support/console.ts'
import { supportEndpoints, supportMessages } from '#domain/support/contract.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Product } from '../product.ts'
import { auditSupport } from './audit.ts'
import { supportConsole } from './console.ts'
import { createSupportPublisher } from './publish.ts'
import { supportRoutes } from './routes.ts'
import { tellUnread } from './service.ts'

const TELL_EVERY_MS = 5 * SECOND_MS

/** The chat between customers and those who answer them. */
export const support: Product = {
  name: 'support',
  endpoints: supportEndpoints,
  keeps: [supportMessages],
  consoleEndpoints: supportConsoleEndpoints,
  channels: supportChannels,
  subjectsOfCustomer: (customer) =>
    sql`select 'support:' || id from support_conversation where customer_id = ${customer}`,
  referenced: {
    C: (number) => sql`select 'support:' || id from support_conversation where number = ${number}`,
  },
  audit: auditSupport,
  testing: () => import('./testing.ts').then(({ supportTesting }) => supportTesting),
  open({ db, clock, uploads, products }) {
    const publisher = createSupportPublisher()
    const deps = { uploads, publisher, sources: products.flatMap(({ ownOrders }) => ownOrders ?? []) }
    const { routes, proposals, queue, queueSize } = supportConsole(deps)
    return {
      routes: supportRoutes(deps),
      ...{ consoleRoutes: routes, proposals, queue, queueSize },
      jobs: [
        {
          name: 'support: tell of unread answers',
          everyMs: TELL_EVERY_MS,
          isRunAnywhere: true,
          run: () => tellUnread(db, clock.nowMs()),
        },
      ],
      publish: publisher.publish,
      publishToOperators: publisher.publishToOperators,
    }
  },
}
