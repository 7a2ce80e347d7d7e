import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import type { ChartMark } from '#web/features/chart/marks.ts'
import { BookPane } from '#web/features/desk/book-pane.tsx'
import { ChartPane } from '#web/features/desk/chart-pane.tsx'
import { Desk } from '#web/features/desk/desk.tsx'
import { DeskHead } from '#web/features/desk/desk-head.tsx'
import { MarketPane } from '#web/features/desk/market-pane.tsx'
import { useShortcuts } from '#web/features/desk/shortcuts.ts'
import { type KeyHint, ShortcutsSheet } from '#web/features/desk/shortcuts-sheet.tsx'
import { ProductTabs } from '#web/features/instrument/product-tabs.tsx'
import { useInstrument } from '#web/features/instrument/use-instrument.ts'
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
export default function TradeDesk({ spot: { form, book, pick } }: { spot: SpotTicket }) {
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
      <Desk
        symbol={instrument.symbol}
        markets={<MarketPane instrument={instrument} />}
        head={
          <DeskHead instrument={instrument} product="spot">
            <IconButton
              icon={Keyboard}
              label={t('market.keys')}
              aria-haspopup="dialog"
              className="-mr-3 !text-t2 hover:!text-t1"
              onClick={() => setHelpOpen(true)}
            />
          </DeskHead>
        }
        chart={<ChartPane instrument={instrument} book={book} marks={marks} />}
        book={<BookPane instrument={instrument} book={book} onPick={pick} />}
        below={<OrdersPane instrument={instrument} />}
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
