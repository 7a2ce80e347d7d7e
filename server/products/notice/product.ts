import type { CustomerId } from '#domain/ids.ts'
import { noticeConsoleEndpoints } from '#domain/notice/console.ts'
import { noticeChannel, noticeEndpoints, noticeSettings, notices } from '#domain/notice/contract.ts'
import type { Realtime } from '#server/platform/realtime.ts'
import type { Product } from '../product.ts'
import { auditNotices } from './audit.ts'
import { noticeConsoleRoutes } from './console.ts'
import { noticeTimeline } from './console-timeline.ts'
import { noticeJobs } from './jobs.ts'
import { noticeRoutes } from './routes.ts'
import { forgetNotices } from './store.ts'

/** What customers are told of: in the app, by mail, and on their devices. */
export const notice: Product = {
  name: 'notice',
  endpoints: noticeEndpoints,
  keeps: [notices, noticeSettings],
  forget: forgetNotices,
  consoleEndpoints: noticeConsoleEndpoints,
  channels: [noticeChannel],
  audit: auditNotices,
  timeline: noticeTimeline,
  testing: () => import('./testing.ts').then(({ noticeTesting }) => noticeTesting),
  open({ db, clock, push, products }) {
    let sockets: Realtime | undefined
    const publishUnread = (customer: CustomerId, unread: number) =>
      sockets?.publishTo(customer, noticeChannel, { unread })
    const brought = products.flatMap(({ notices }) => notices ?? [])
    return {
      routes: noticeRoutes(push, publishUnread),
      consoleRoutes: noticeConsoleRoutes,
      jobs: noticeJobs({ db, clock, brought, onNew: publishUnread }),
      publish(realtime) {
        sockets = realtime
        return () => {
          sockets = undefined
        }
      },
    }
  },
}
