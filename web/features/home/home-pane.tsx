import { Bell } from '#web/features/notice/bell.tsx'
import { LatestNotices } from './latest-notices.tsx'
import { PnlPane } from './pnl-pane.tsx'

/** What stands beside home in a window of 1024 px and more: why there is a profit or loss today, and what is new. */
export default function HomePane() {
  return (
    <>
      <div className="flex h-(--bar) items-center justify-end border-b border-line gutter">
        <Bell />
      </div>
      <PnlPane />
      <LatestNotices />
    </>
  )
}
