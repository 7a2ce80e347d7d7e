import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import type { ChartMark } from '#web/features/chart/marks.ts'
import { ProductTabs } from '#web/features/instrument/product-tabs.tsx'
import { useInstrument } from '#web/features/instrument/use-instrument.ts'
import { BookPane } from '#web/features/workspace/book-pane.tsx'
import { ChartPane } from '#web/features/workspace/chart-pane.tsx'
import { MarketPane } from '#web/features/workspace/market-pane.tsx'
import { useShortcuts } from '#web/features/workspace/shortcuts.ts'
import { type KeyHint, ShortcutsSheet } from '#web/features/workspace/shortcuts-sheet.tsx'
import { Workspace } from '#web/features/workspace/workspace.tsx'
import { WorkspaceHead } from '#web/features/workspace/workspace-head.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { OrdersPane } from './orders-pane.tsx'
import OwnMarks from './own-marks.tsx'
import { TicketForm } from './ticket-form.tsx'
import type { SpotTicket } from './use-spot-ticket.ts'
import { WalletPane } from './wallet-pane.tsx'

const hints: readonly KeyHint[] = [
  { keys: 'B / S', does: 'spot.key_side' },
  { keys: 'P', does: 'spot.key_price' },
  { keys: 'A', does: 'spot.key_amount' },
]

/** Spot trading with everything beside each other: markets, chart, book, trades, ticket, orders. */
export default function TradeWorkspace({ spot: { form, book, pick } }: { spot: SpotTicket }) {
  const { t } = useTexts()
  const instrument = useInstrument()
  const [marks, setMarks] = useState<readonly ChartMark[]>([])
  const [isHelpOpen, setHelpOpen] = useState(false)
  const focus = (name: string) =>
    document.querySelector<HTMLElement>(`form [data-field="${name}"] input`)?.focus()
  useShortcuts({
    b: () => form.onChange({ kind: 'side', side: 'buy' }),
    s: () => form.onChange({ kind: 'side', side: 'sell' }),
    p: () => focus('price'),
    a: () => focus('amount'),
    '?': () => setHelpOpen(true),
  })
  return (
    <>
      <Workspace
        symbol={instrument.symbol}
        markets={<MarketPane instrument={instrument} />}
        head={
          <WorkspaceHead instrument={instrument} product="spot">
            <IconButton
              icon={Keyboard}
              label={t('market.keys')}
              aria-haspopup="dialog"
              className="-mr-3 !text-t2 hover:!text-t1"
              onClick={() => setHelpOpen(true)}
            />
          </WorkspaceHead>
        }
        chart={<ChartPane instrument={instrument} book={book} marks={marks} />}
        book={<BookPane instrument={instrument} book={book} onPick={pick} />}
        below={<OrdersPane />}
        ticket={
          <>
            <ProductTabs instrument={instrument} current="spot" />
            <div className="gutter pt-3">
              <TicketForm {...form} />
            </div>
            <WalletPane instrument={instrument} />
          </>
        }
      />
      <OwnMarks instrument={instrument} onMarks={setMarks} />
      <ShortcutsSheet isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} hints={hints} />
    </>
  )
}
